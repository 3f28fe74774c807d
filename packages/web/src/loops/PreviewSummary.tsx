import type { RulePreview } from '@kept/contract/routes/loops.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'

/** "Would have matched N times last week, here", with the amount of telemetry evaluated. */
export function PreviewSummary({ preview }: { preview: RulePreview }) {
  const { fired, suspected, start_time: from, end_time: to, spans, points, cut, examples } = preview
  if (from === null || to === null) return <Notice>No telemetry from last week to preview.</Notice>
  return (
    <Notice tone={fired > 0 ? 'watch' : 'plain'} title={`Would have matched ${counted(fired, 'time')} last week, here`}>
      <p className="text-small">
        {counted(suspected, 'suspicion')} more. Evaluated {formatCount(spans)} spans and {formatCount(points)} points
        {cut ? ', the newest only' : ''}, {formatMoment(from)} to {formatMoment(to)}.
      </p>
      {examples.length > 0 && (
        <ul className="mt-1 space-y-1 text-small">
          {examples.map((example) => (
            <li key={`${example.resource_name} ${example.detected_at}`}>
              {example.resource_name}, {formatMoment(example.detected_at)}:{' '}
              <span className="text-soft">{example.description}</span>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
