import type { IncidentWithTimeline } from '@kept/contract/routes/security-incidents.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { TextLink } from '../../../shell/TextLink.tsx'
import { screenOf } from './reference-address.ts'

/** What happened in an incident, the oldest first. */
export function Timeline({ entries }: { entries: IncidentWithTimeline['timeline'] }) {
  return (
    <>
      <h3 className="mt-6 mb-1 font-semibold text-body">Timeline</h3>
      <ol className="mt-2 ml-1 border-rule-strong border-l text-small">
        {entries.map((entry) => (
          <li key={entry.id} className="relative pb-4 pl-4 last:pb-0">
            <span
              aria-hidden="true"
              className="-left-[4.5px] absolute top-1.5 size-2 rounded-full bg-soft outline-2 outline-raised"
            />
            <span className="block whitespace-pre-wrap break-words">
              <EntryText {...entry} />
            </span>
            <span className="block text-soft">
              {entry.actor_name}, {formatMoment(entry.created_at)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function EntryText({ text, reference }: IncidentWithTimeline['timeline'][number]) {
  const screen = reference && screenOf(reference)
  return screen ? <TextLink {...screen}>{text}</TextLink> : text
}
