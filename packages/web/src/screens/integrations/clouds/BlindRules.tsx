import type { CloudKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { blindRules, builtInPrices } from './blind-rules.ts'

/** So high that no recommendation is sent along: only what the rules lacked is shown. */
const noRecommendations = 1_000_000_000
const maxRules = 12

/** Which rules could not evaluate all resources of this cloud, and what they need. */
export function BlindRules({ kind, capabilities }: { kind: CloudKind; capabilities: SyncConnection['capabilities'] }) {
  const mayRead = useMe().data?.permissions.includes('recommendations:read') ?? false
  const query = useQuery({
    ...api.costOptimization.recommendations.queryOptions({ input: { min_savings: noRecommendations } }),
    enabled: mayRead,
  })
  if (!query.data) return null
  const denied = capabilities.flatMap(({ missing }) => missing)
  const blind = blindRules(kind, denied, query.data.meta)
  const prices = builtInPrices(capabilities)
  if (blind.length === 0 && !prices) return null
  return (
    <Section
      title="Rules that lack facts"
      actions={counted(blind.length, 'rule')}
      description="These rules could not evaluate every resource. Each says what it needs."
    >
      <ul className="divide-y divide-rule">
        {prices && (
          <li className="py-2">
            <p className="text-body font-medium">{prices.title}</p>
            <p className="text-pretty text-small text-soft">{prices.reason}</p>
            {prices.missing.length > 0 && <MissingActions actions={prices.missing} />}
          </li>
        )}
        {blind.slice(0, maxRules).map(({ id, title, reasons, unread, missing }) => (
          <li key={id} className="py-2">
            <p className="text-body font-medium">{title}</p>
            <p className="text-pretty text-small text-soft">{reasons.join(' ')}</p>
            {unread.map((reason) => (
              <p key={reason} className="text-pretty text-small">
                {reason}
              </p>
            ))}
            {missing.length > 0 && <MissingActions actions={missing} />}
          </li>
        ))}
      </ul>
      {blind.length > maxRules && (
        <p className="mt-2 text-small text-faint">
          {maxRules} of {counted(blind.length, 'rule')} are shown. Savings lists all rules.
        </p>
      )}
    </Section>
  )
}

function MissingActions({ actions }: { actions: readonly string[] }) {
  return (
    <p className="text-small">
      Missing <code className="break-all font-mono">{actions.join(', ')}</code>. Add it under Permissions.
    </p>
  )
}
