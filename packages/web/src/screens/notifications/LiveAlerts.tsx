import { formatAgo } from '@kept/ui/format/moment.ts'
import { Link } from '@tanstack/react-router'
import { useLiveAlerts } from '../../live/useLive.ts'
import { parseSearch } from '../../url/search.ts'

/** Cost and security alerts that arrived while this page was open, ten at most. Draws nothing without one. */
export function LiveAlerts() {
  const alerts = useLiveAlerts()
  if (alerts.length === 0) return null
  return (
    <section aria-label="Live alerts" className="mt-6 max-w-3xl">
      <h2 className="text-small font-medium text-soft">Live alerts since you opened this page</h2>
      <ul className="mt-2 divide-y divide-rule border-rule border-y">
        {alerts.map(({ seq, payload, at }) => {
          const title = String(payload.title ?? payload.summary ?? 'Alert')
          const [path = '/', query = ''] = String(payload.href ?? '').split('?')
          return (
            <li key={seq} className="flex items-baseline justify-between gap-4 px-4 py-2 text-body">
              {path === '' ? (
                <span>{title}</span>
              ) : (
                <Link to={path} search={parseSearch(query)} className="hover:underline">
                  {title}
                </Link>
              )}
              <time dateTime={at} className="shrink-0 text-micro text-faint">
                {formatAgo(at, Date.now())}
              </time>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
