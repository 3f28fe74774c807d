import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { api } from '../../api/client.ts'
import { ttl } from '../../api/ttl.ts'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useNotifications } from '../../shell/useNotifications.ts'
import { nextSteps } from './next-steps.ts'

/** What to do next, derived from existing data. */
export function NextSteps({ overview }: { overview: Overview }) {
  const me = useMe().data
  const { unread } = useNotifications(10)
  const factors = useQuery(api.auth.factors.queryOptions({ input: {}, staleTime: ttl.user }))
  const maySee = me?.permissions.includes('users:write') ?? false
  const people = useQuery({
    ...api.users.list.queryOptions({ input: { page: 1, page_size: 1 }, staleTime: ttl.userList }),
    enabled: maySee,
  })
  const steps = nextSteps({
    overview,
    unread,
    secondFactor: factors.data ? factors.data.totp || factors.data.passkeys.length > 0 : null,
    people: people.data?.meta.total ?? null,
    mayImport: me?.permissions.includes('costs:import') ?? false,
    demo: me?.organization.demo ?? false,
  })
  return (
    <Section title="What to do next" className="">
      {steps.length === 0 ? (
        <p className="py-4 text-body text-soft">You're all caught up.</p>
      ) : (
        <ol className="divide-y divide-rule">
          {steps.map(({ id, title, description, to, search = {} }) => (
            <li key={id}>
              <Link to={to} search={search} className="group -mx-2 flex items-center gap-4 px-2 py-3 hover:bg-hover">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{title}</span>
                  <span className="block text-small text-soft">{description}</span>
                </span>
                <ArrowRight size={16} aria-hidden="true" className="shrink-0 text-faint group-hover:text-ink" />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
