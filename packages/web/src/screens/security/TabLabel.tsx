import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { TabName } from './TabPanel.tsx'

const labels: Record<TabName, string> = {
  overview: 'Overview',
  scans: 'Scans',
  compliance: 'Compliance',
  incidents: 'Incidents',
  audit: 'Audit log',
  policies: 'Policies',
  access: 'Access',
  keys: 'API keys',
}

/** The name of a tab, with how much needs attention in it. */
export function TabLabel({ name, overview }: { name: TabName; overview: SecurityOverview | undefined }) {
  const { count, noun } = attentionIn(name, overview)
  if (count === 0) return labels[name]
  return (
    <>
      {labels[name]}{' '}
      <span aria-hidden="true" className="font-normal text-leak text-small tabular-nums">
        {count}
      </span>
      <span className="sr-only">, {counted(count, noun)}</span>
    </>
  )
}

function attentionIn(name: TabName, overview: SecurityOverview | undefined): { count: number; noun: string } {
  if (name === 'scans')
    return {
      count: overview?.last_scans.reduce((sum, { scan }) => sum + (scan?.failed ?? 0), 0) ?? 0,
      noun: 'failing check',
    }
  if (name === 'incidents') return { count: overview?.active_incidents ?? 0, noun: 'active incident' }
  return { count: 0, noun: '' }
}
