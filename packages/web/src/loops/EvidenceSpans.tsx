import type { EvidenceSpan } from '@kept/domain/loop.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { placeSpans } from './place-spans.ts'

/** The spans of the traces behind a loop: who called what below whom, for how long, with what it was known by. */
export function EvidenceSpans({ spans }: { spans: readonly EvidenceSpan[] }) {
  return (
    <div className="mt-3">
      <p className="text-small text-soft">
        {counted(spans.length, 'span')} of {counted(new Set(spans.map(({ trace_id: id }) => id)).size, 'trace')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <ol aria-label="Evidence spans" tabIndex={0} className="mt-1 max-h-80 divide-y divide-rule overflow-y-auto pr-2">
        {placeSpans(spans).map(({ span, depth, left, width }) => (
          <li key={`${span.trace_id} ${span.span_id}`} className="py-1.5">
            <p
              className="flex min-w-0 items-baseline justify-between gap-3 text-small"
              style={{ paddingLeft: `${Math.min(depth, 10) * 8}px` }}
            >
              <span className="min-w-0 truncate" title={`${span.service} ${span.name}`}>
                <span className="font-medium">{span.service}</span> {span.name}
                {depth > 10 && <span className="text-faint"> {formatCount(depth)} deep</span>}
              </span>
              <span className={cx('figure shrink-0 font-mono text-micro', span.status === 'error' && 'text-leak')}>
                {duration(span.duration_ms)}
                {span.status === 'error' && ' failed'}
              </span>
            </p>
            <span aria-hidden="true" className="mt-0.5 block h-0.5 bg-rule">
              <span
                className={cx('block h-full', span.status === 'error' ? 'bg-leak' : 'bg-ink')}
                style={{ marginLeft: `${left}%`, width: `${width}%` }}
              />
            </span>
            {Object.keys(span.attributes).length > 0 && (
              <p className="mt-0.5 break-all font-mono text-micro text-faint">
                {Object.entries(span.attributes)
                  .map(([name, value]) => `${name}=${value}`)
                  .join('  ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function duration(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${Number(ms.toFixed(ms < 10 ? 1 : 0))} ms`
}
