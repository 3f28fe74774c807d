import { cloudKinds } from '@kept/domain/connection-kind.ts'
import { lazy, Suspense } from 'react'
import { Page, Section } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Gallery } from './gallery/Gallery.tsx'
import { History } from './History.tsx'
import { ImportBill } from './ImportBill.tsx'
import { Loads } from './Loads.tsx'
import { ReconciliationPanel } from './ReconciliationPanel.tsx'
import { UploadProgress } from './UploadProgress.tsx'

const ConnectCloud = lazy(() => import('./clouds/ConnectCloud.tsx'))
const ConnectExports = lazy(() => import('./clouds/ConnectExports.tsx'))
const ConnectionPage = lazy(() => import('./clouds/ConnectionPage.tsx'))

/** Clouds that Kept reads by itself, and bill imports: start one, follow its progress, see its reconciliation, undo it. */
export function IntegrationsScreen() {
  const [search, setSearch] = useSearchState()
  const chosen = search.import ?? ''
  const kind = cloudKinds.find((candidate) => candidate === search.connect)
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
      description="Connect your clouds and tools, and upload your bills. Kept reconciles every total with the file."
      sidePanel={chosen && <ReconciliationPanel id={chosen} onClose={() => setSearch({ import: '' })} />}
    >
      {search.connect === 'exports' ? (
        <Suspense>
          <ConnectExports onCancel={() => setSearch({ connect: '' })} onCreated={openConnection} />
        </Suspense>
      ) : kind !== undefined ? (
        <Suspense>
          <ConnectCloud key={kind} kind={kind} onCancel={() => setSearch({ connect: '' })} onCreated={openConnection} />
        </Suspense>
      ) : (
        <Gallery onOpen={openConnection} onConnect={(connect) => setSearch({ connect }, { replace: false })} />
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
