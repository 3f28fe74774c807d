import { lazy, Suspense } from 'react'
import { Page, Section } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { CloudConnections } from './clouds/CloudConnections.tsx'
import { History } from './History.tsx'
import { ImportBill } from './ImportBill.tsx'
import { Loads } from './Loads.tsx'
import { ReconciliationPanel } from './ReconciliationPanel.tsx'
import { UploadProgress } from './UploadProgress.tsx'

const ConnectAws = lazy(() => import('./clouds/ConnectAws.tsx'))
const ConnectionPage = lazy(() => import('./clouds/ConnectionPage.tsx'))

/** Clouds that Kept reads by itself, and bill imports: start one, follow its progress, see its reconciliation, undo it. */
export function IntegrationsScreen() {
  const [search, setSearch] = useSearchState()
  const chosen = search.import ?? ''
  const openConnection = (id: string) => setSearch({ connection: id, connect: '' }, { replace: false })
  if (search.connection)
    return (
      <Suspense>
        <ConnectionPage id={search.connection} onClose={() => setSearch({ connection: '' }, { replace: false })} />
      </Suspense>
    )
  return (
    <Page
      title="Integration Center"
      description="Connect your clouds, and upload your bills. Kept reconciles every total with the file."
      sidePanel={chosen && <ReconciliationPanel id={chosen} onClose={() => setSearch({ import: '' })} />}
    >
      {search.connect === 'aws' ? (
        <Suspense>
          <ConnectAws onCancel={() => setSearch({ connect: '' })} onCreated={openConnection} />
        </Suspense>
      ) : (
        <CloudConnections onOpen={openConnection} onConnect={() => setSearch({ connect: 'aws' })} />
      )}
      <Section title="Upload a bill">
        <ImportBill />
        <UploadProgress />
      </Section>
      <History chosen={chosen} onOpen={(id) => setSearch({ import: id === chosen ? '' : id })} />
      <Loads onOpen={(id) => setSearch({ import: id })} />
    </Page>
  )
}
