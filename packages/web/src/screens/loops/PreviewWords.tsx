import type { RulePreview } from '@kept/contract/routes/loops.ts'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { counted, formatCount } from '@kept/ui/format/share.ts'

/** "Would have fired N times last week, here", and what was looked at to say so. */
export function PreviewWords({ preview }: { preview: RulePreview }) {
  const { fired, suspected, from, to, spans, points, cut, examples } = preview
  if (from === null || to === null)
    return <Notice>No telemetry was kept of the last week, so nothing can be said about it.</Notice>
  return (
    <Notice tone={fired > 0 ? 'watch' : 'plain'} title={`Would have fired ${counted(fired, 'time')} last week, here`}>
      <p className="text-small">
        {counted(suspected, 'suspicion')} more. Looked at {formatCount(spans)} spans and {formatCount(points)} points
        {cut ? ', the newest of more' : ''}, {formatMoment(from)} to {formatMoment(to)}.
      </p>
      {examples.length > 0 && (
        <ul className="mt-1 space-y-1 text-small">
          {examples.map((one) => (
            <li key={`${one.resource_name} ${one.detected_at}`}>
              {one.resource_name}, {formatMoment(one.detected_at)}: <span className="text-soft">{one.words}</span>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
