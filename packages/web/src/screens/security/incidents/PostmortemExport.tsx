import { sentenceOf } from '@kept/client/errors.ts'
import type { SecurityIncident } from '@kept/contract/routes/security-incidents.ts'
import { incidentName } from '@kept/domain/security-incident-states.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../download-file.ts'

const formats = [
  { format: 'pdf', ending: 'pdf', label: 'PDF' },
  { format: 'markdown', ending: 'md', label: 'Markdown' },
] as const
type Format = (typeof formats)[number]

interface PostmortemExportProps {
  organization: string
  incident: Pick<SecurityIncident, 'id' | 'number'>
}

/** The incident as a document: what happened, why, what is to be done, and the timeline. */
export function PostmortemExport({ organization, incident: { id, number } }: PostmortemExportProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async ({ format, ending }: Format) => {
    setBusy(true)
    try {
      const address = `/v1/security/${organization}/incidents/${id}/postmortem?format=${format}`
      await downloadFile(address, `postmortem-${incidentName(number).toLowerCase()}.${ending}`)
    } catch (error) {
      toasts.show({ tone: 'error', title: 'The postmortem was not downloaded', body: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      trigger={
        <Button size="small" isBusy={isBusy} icon={<Download size={14} className="text-faint" />}>
          Export postmortem
        </Button>
      }
    >
      {formats.map((format) => (
        <MenuItem key={format.format} onSelect={() => void run(format)}>
          {format.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
