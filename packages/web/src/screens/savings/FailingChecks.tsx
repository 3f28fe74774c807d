import type { Recommendation } from '@kept/domain/recommendation.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { useMe } from '../../shell/useMe.ts'
import { Part } from './Part.tsx'

/** Security checks that the resource fails in the last cloud scan, for those who may see them. */
export function FailingChecks({ recommendation: { id, resource_id } }: { recommendation: Recommendation }) {
  const mayRead = useMe().data?.permissions.includes('security:read') ?? false
  const { data } = useQuery({
    ...api.costOptimization.recommendation.queryOptions({ input: { id } }),
    enabled: mayRead && resource_id !== '',
  })
  const checks = data?.data.failing_checks ?? []
  if (checks.length === 0) return null
  return (
    <Part title="Failing checks">
      <ul className="space-y-1 text-small">
        {checks.map(({ scan_id, check_id, title }) => (
          <li key={check_id}>
            <TextLink to="/security" search={{ tab: 'scans', kind: 'cloud', scan: scan_id, check: check_id }}>
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </Part>
  )
}
