import type { SecurityOverview, SecurityRisk } from '@kept/contract/routes/security.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import type { ReactNode } from 'react'
import { AddressLink } from '../../../shell/AddressLink.tsx'
import { roleLabels } from '../../../shell/role-labels.ts'
import { TextLink } from '../../../shell/TextLink.tsx'
import { Severity } from '../CheckMarks.tsx'

/** Of each kind, so that the checks stay in sight. */
const MAX_LISTED = 5

/** The users and API keys at risk: who, why, and where it is fixed. */
export function AtRisk({ people, api_keys }: Pick<SecurityOverview, 'people' | 'api_keys'>) {
  return (
    <section aria-label="Users and API keys at risk" className="mt-8">
      <h2 className="border-rule-strong border-b pb-2 font-semibold text-lead">Users and API keys at risk</h2>
      <div className="grid gap-x-10 gap-y-4 @3xl:grid-cols-2">
        <RiskList
          noun="user"
          active={people.active}
          risks={people.at_risk}
          all={<TextLink to="/admin/users">All users</TextLink>}
          detail={({ role }) => roleLabels[role]}
        />
        <RiskList
          noun="API key"
          active={api_keys.active}
          risks={api_keys.at_risk}
          all={
            <TextLink to="/security" search={{ tab: 'keys' }}>
              All API keys
            </TextLink>
          }
        />
      </div>
    </section>
  )
}

interface RiskListProps<Risk extends SecurityRisk> {
  noun: string
  active: number
  risks: { total: number; worst: readonly Risk[] }
  /** A link to the complete list. */
  all: ReactNode
  detail?(risk: Risk): string
}

function RiskList<Risk extends SecurityRisk>(props: RiskListProps<Risk>) {
  const { noun, active, all, detail } = props
  const { total, worst } = props.risks
  const listed = worst.slice(0, MAX_LISTED)
  return (
    <div>
      <h3 className="mt-3 font-medium text-small">
        {active === 0 ? `No ${noun}s` : `${formatCount(total)} of ${counted(active, noun)}`}
      </h3>
      <ul>
        {listed.map((risk) => (
          <li key={risk.id} className="border-rule border-b py-2 text-small">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 break-words font-medium">
                {risk.name}
                {detail && <span className="font-normal text-soft">, {detail(risk)}</span>}
              </span>
              <Severity severity={risk.severity} isFailing />
            </div>
            <Reasons {...risk} />
          </li>
        ))}
      </ul>
      {total > listed.length && (
        <p className="pt-2 text-small text-soft">
          {formatCount(total - listed.length)} more. {all}
        </p>
      )}
    </div>
  )
}

/** What is fixed on the same screen has one link. */
function Reasons({ name, reasons }: Pick<SecurityRisk, 'name' | 'reasons'>) {
  const byScreen = Map.groupBy(reasons, ({ href }) => href)
  return (
    <ul>
      {[...byScreen].map(([href, members]) => {
        const text = members.map(({ reason }) => reason).join('. ')
        return (
          <li key={href} className="flex items-baseline justify-between gap-3 text-soft">
            <span className="min-w-0">{text}</span>
            <AddressLink href={href} className="shrink-0">
              Fix
              <span className="sr-only">
                {' '}
                {name}: {text}
              </span>
            </AddressLink>
          </li>
        )
      })}
    </ul>
  )
}
