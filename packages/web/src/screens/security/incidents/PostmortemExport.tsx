import type { SecurityIncident } from '@kept/contract/routes/security-incidents.ts'
import { incidentName } from '@kept/domain/security-incident-states.ts'
import { FormatMenu } from '../../../csv/FormatMenu.tsx'
import { saveResponse } from '../../../csv/save-response.ts'

const formats = [
  { format: 'pdf', ending: 'pdf', label: 'PDF' },
  { format: 'markdown', ending: 'md', label: 'Markdown' },
] as const

interface PostmortemExportProps {
  organization: string
  incident: Pick<SecurityIncident, 'id' | 'number'>
}

/** The incident as a document: what happened, why, what is to be done, and the timeline. */
export function PostmortemExport({ organization, incident: { id, number } }: PostmortemExportProps) {
  return (
    <FormatMenu
      label="Export postmortem"
      size="small"
      formats={formats}
      failed="The postmortem was not downloaded"
      download={({ format, ending }) =>
        saveResponse(
          `/v1/security/${organization}/incidents/${id}/postmortem?format=${format}`,
          `postmortem-${incidentName(number).toLowerCase()}.${ending}`,
        )
      }
    />
  )
}
