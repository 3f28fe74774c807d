import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { VerifiedToDate } from '../../savings/VerifiedToDate.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

/** The figure that is proved, not promised. Not there while nothing counts: an estimate never stands in its place. */
export function Verified({ currency }: { currency: string }) {
  const summary = useQuery(api.savings.summary.queryOptions({ input: {} }))
  const shown = summary.data?.data.currencies.find((one) => one.currency === currency)
  if (!shown) return null
  return (
    <section
      aria-label="Verified savings to date"
      className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-2"
    >
      <VerifiedToDate of={shown} />
      <TextLink to="/savings" search={{ tab: 'statements' }} className="text-small">
        Signed statements
      </TextLink>
    </section>
  )
}
