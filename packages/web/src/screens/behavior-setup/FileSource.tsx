import { sentenceOf } from '@kept/client/errors.ts'
import type { EventsTaken } from '@kept/contract/routes/developer-behavior.ts'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { sendFile } from '../../api/upload.ts'
import { Section } from '../../shell/Page.tsx'

const mostShown = 20

/** Files of activity: whatever kind they are, Kept tells by their shape. */
export function FileSource() {
  const client = useQueryClient()
  const [sent, setSent] = useState(0)
  const send = useMutation({
    mutationFn: (file: File) =>
      sendFile<EventsTaken>(`/v1/developer-behavior/events/import?name=${encodeURIComponent(file.name)}`, file, {
        onProgress: (bytes) => setSent(file.size === 0 ? 1 : bytes / file.size),
        signal: AbortSignal.timeout(6 * 3_600_000),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.developerBehavior.key() }),
  })
  return (
    <Section
      title="Files"
      words="Usage events, CloudTrail, Kubernetes audit logs and events, Coder, Codespaces and Gitpod exports, CI jobs, SSH and IDE sessions: JSON, lines of JSON or tables, plain or gzipped."
    >
      <FileDrop
        single
        label="Bring in a file of activity"
        words="The same event again changes nothing."
        disabled={send.isPending}
        onFiles={([file]) => file && send.mutate(file)}
      />
      {send.isPending && (
        <div className="mt-3">
          <ProgressBar label="Sending the file" value={sent} />
        </div>
      )}
      {send.isError && (
        <div className="mt-3">
          <ErrorPanel title="The file was not taken" message={sentenceOf(send.error)} />
        </div>
      )}
      {send.data && <Taken taken={send.data} />}
    </Section>
  )
}

function Taken({ taken }: { taken: EventsTaken }) {
  const ignored = Object.values(taken.ignored).reduce((sum, count) => sum + count, 0)
  return (
    <div role="status" className="mt-3 text-small">
      <p>
        {counted(taken.accepted, 'event')} taken, {taken.repeated} known already, {taken.set_aside} set aside, {ignored}{' '}
        no sign of use{taken.sources.length > 0 && `: ${taken.sources.join(', ')}`}.
      </p>
      {taken.set_aside_rows.length > 0 && (
        <ul className="mt-1 space-y-0.5 text-soft">
          {taken.set_aside_rows.slice(0, mostShown).map(({ place, reason }) => (
            <li key={place}>
              {place}: {reason}
            </li>
          ))}
          {taken.set_aside > mostShown && <li>and {taken.set_aside - mostShown} more</li>}
        </ul>
      )}
    </div>
  )
}
