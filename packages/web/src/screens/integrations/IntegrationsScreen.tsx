import { Page, Section } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { BringIn } from './BringIn.tsx'
import { History } from './History.tsx'
import { Loads } from './Loads.tsx'
import { OnTheirWay } from './OnTheirWay.tsx'
import { Proof } from './Proof.tsx'

/** Bills in: bring one in, watch it arrive, see the proof that nothing was lost, take it back. */
export function Draw() {
  const [search, setSearch] = useSearchState()
  const chosen = search.import ?? ''
  return (
    <Page
      title="Integration Center"
      words="Bring in your bills. Each is recognised from its content, read row by row, and its sums are proved against the file."
      aside={chosen && <Proof id={chosen} onClose={() => setSearch({ import: '' })} />}
    >
      <Section title="Bring in a bill" className="mt-6">
        <BringIn />
        <OnTheirWay />
      </Section>
      <History chosen={chosen} onOpen={(id) => setSearch({ import: id === chosen ? '' : id })} />
      <Loads onOpen={(id) => setSearch({ import: id })} />
    </Page>
  )
}
