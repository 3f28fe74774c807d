import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { TextLink } from '../../../shell/TextLink.tsx'
import { MonthlySaving } from './AlsoSaves.tsx'
import { describeSaving, formatSavings } from './also-saves.ts'

interface OfScan {
  organization: string
  scanId: string
}

/** The scan's own answer: savings are read with it, and with what they are now. */
function useScan({ organization, scanId }: OfScan) {
  const query = useQuery(api.securityScans.get.queryOptions({ input: { organization, id: scanId } }))
  return query.data?.data
}

/** Beside a failing check on another screen; nothing where there is nothing to save, or nothing may be seen. */
export function SavingOfCheck({ checkId, ...scan }: OfScan & { checkId: string }) {
  const savings = useScan(scan)?.results.find(({ check_id }) => check_id === checkId)?.also_saves
  if (formatSavings(savings) === '') return null
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-soft">
      Also saves <MonthlySaving savings={savings} /> (estimate)
    </span>
  )
}

/** How many failing checks of the cloud scan also save money, and how much all of them save. */
export function SavingOfCloudScan(scan: OfScan) {
  const data = useScan(scan)
  const text = formatSavings(data?.also_saves)
  if (!data || text === '') return null
  return (
    <p className="mt-2 text-small text-soft">
      <TextLink to="/security" search={{ tab: 'scans', kind: 'cloud' }}>
        Cloud scan
      </TextLink>
      : {describeSaving(data.results)}
      <strong className="figure font-medium text-ink">{text} a month</strong> (estimate).
    </p>
  )
}
