import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { ConnectionForm } from '../ConnectionForm.tsx'
import { GuideLink } from '../GuideLink.tsx'
import { bucketGuide } from '../guides.ts'
import { exportFolders } from './cloud-kinds.ts'

interface ConnectExportsProps {
  onCancel(): void
  onCreated(id: string): void
}

/** A folder of exports and the credentials to read it; the first sync starts by itself. */
export default function ConnectExports({ onCancel, onCreated }: ConnectExportsProps) {
  const client = useQueryClient()
  return (
    <Section
      title="Connect a folder of exports"
      className="mt-6"
      description={exportFolders.adds}
      actions={<GuideLink path={bucketGuide} about="a bucket" />}
    >
      <ConnectionForm
        isScheduled
        onCancel={onCancel}
        onCreated={async (id) => {
          await client.invalidateQueries({ queryKey: api.sync.key() })
          onCreated(id)
        }}
      />
    </Section>
  )
}
