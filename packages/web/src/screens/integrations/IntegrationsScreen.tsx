import { Page, Section } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { History } from './History.tsx'
import { ImportBill } from './ImportBill.tsx'
import { Loads } from './Loads.tsx'
import { ReconciliationPanel } from './ReconciliationPanel.tsx'
import { UploadProgress } from './UploadProgress.tsx'

/** Bill imports: start one, follow its progress, see its reconciliation, undo it. */
export function IntegrationsScreen() {
  const [search, setSearch] = useSearchState()
  const chosen = search.import ?? ''
  return (
    <Page
      title="Integration Center"
      description="Upload your bills. Kept detects the format and reconciles every total with the file."
      sidePanel={chosen && <ReconciliationPanel id={chosen} onClose={() => setSearch({ import: '' })} />}
    >
      <Section title="Upload a bill" className="mt-6">
        <ImportBill />
        <UploadProgress />
      </Section>
      <History chosen={chosen} onOpen={(id) => setSearch({ import: id === chosen ? '' : id })} />
      <Loads onOpen={(id) => setSearch({ import: id })} />
    </Page>
  )
}
