import type { AlertRule } from '@kept/domain/alert.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { counted } from '@kept/ui/format/share.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

const mostShown = 5

/** The rule asked of what happened lately, before it is kept. */
export function WouldTell({
  wishes,
}: {
  wishes: Pick<AlertRule, 'kinds' | 'min_severity' | 'min_amount' | 'filters'>
}) {
  const [asked, setAsked] = useState<typeof wishes | null>(null)
  const query = useQuery({
    ...api.alerts.tryRule.queryOptions({ input: asked ?? wishes }),
    enabled: asked !== null,
  })
  return (
    <div>
      <Button size="small" onClick={() => setAsked(wishes)}>
        What would it have told?
      </Button>
      {asked && (
        <div className="mt-2 text-small" role="status">
          <Loaded query={query} failed="What happened lately could not be looked at." loading="Looking …">
            {({ data, meta }) => (
              <>
                <p>
                  {meta.total === 0 ? 'Nothing' : counted(meta.total, 'alert')} in the last {meta.days} days
                  {meta.whole ? '.' : ', of the newest that happened.'}
                </p>
                <ul className="mt-1 text-soft">
                  {data.slice(0, mostShown).map(({ id, at, title, severity }) => (
                    <li key={id}>
                      {formatMoment(at)}: {title} ({severity})
                    </li>
                  ))}
                  {meta.total > mostShown && <li>and {meta.total - mostShown} more</li>}
                </ul>
              </>
            )}
          </Loaded>
        </div>
      )}
    </div>
  )
}
