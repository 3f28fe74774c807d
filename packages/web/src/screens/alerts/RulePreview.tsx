import type { AlertRule } from '@kept/domain/alert.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

const maxAlerts = 5

/** Previews a rule with recent events before it is saved. */
export function RulePreview({
  conditions,
}: {
  conditions: Pick<AlertRule, 'kinds' | 'min_severity' | 'min_amount' | 'filters'>
}) {
  const [previewed, setPreviewed] = useState<typeof conditions | null>(null)
  const query = useQuery({
    ...api.alerts.previewRule.queryOptions({ input: previewed ?? conditions }),
    enabled: previewed !== null,
  })
  return (
    <div>
      <Button size="small" onClick={() => setPreviewed(conditions)}>
        Preview
      </Button>
      {previewed && (
        <div className="mt-2 text-small" role="status">
          <Loaded query={query} failed="The preview could not be loaded." loading="Loading...">
            {({ data, meta }) => (
              <>
                <p>
                  {meta.total === 0 ? 'No alerts' : counted(meta.total, 'alert')} in the last {meta.days} days
                  {meta.complete ? '.' : ', counting only the latest events.'}
                </p>
                <ul className="mt-1 text-soft">
                  {data.slice(0, maxAlerts).map(({ id, at, title, severity }) => (
                    <li key={id}>
                      {formatMoment(at)}: {title} ({severity})
                    </li>
                  ))}
                  {meta.total > maxAlerts && <li>and {meta.total - maxAlerts} more</li>}
                </ul>
              </>
            )}
          </Loaded>
        </div>
      )}
    </div>
  )
}
