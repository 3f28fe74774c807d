import { Page, Section } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { ImportBill } from './BringIn.tsx'
import { History } from './History.tsx'
import { Loads } from './Loads.tsx'
import { OnTheirWay } from './OnTheirWay.tsx'
import { Proof } from './Proof.tsx'

/** Bills in: bring one in, watch it arrive, see the proof that nothing was lost, take it back. */
export function IntegrationsScreen() {
  const [search, setSearch] = useSearchState()
  const chosen = search.import ?? ''
  return (
    <Page
      title="Integration Center"
      description="Upload your bills. Kept detects the format and reconciles every total with the file."
      sidePanel={chosen && <Proof id={chosen} onClose={() => setSearch({ import: '' })} />}
    >
      <Section title="Upload a bill" className="mt-6">
        <ImportBill />
        <OnTheirWay />
      </Section>
      <History chosen={chosen} onOpen={(id) => setSearch({ import: id === chosen ? '' : id })} />
      <Loads onOpen={(id) => setSearch({ import: id })} />
    </Page>
  )
}
