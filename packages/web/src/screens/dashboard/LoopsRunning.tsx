import { formatMoney } from '@kept/foundation/format/money.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const maxLoops = 3

/** Loops that cost money now, the costliest first. */
export function LoopsRunning() {
  const query = useQuery(api.loops.list.queryOptions({ input: { show: 'active', sort: 'cost', limit: 20 } }))
  return (
    <Section title="Loops running now" actions={<TextLink to="/loops">All loops</TextLink>}>
      <Loaded query={query} failed="Loops could not be loaded." loading={<SkeletonRows rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="py-3 text-body text-soft">No loops are running.</p>
          ) : (
            <ul>
              {data.slice(0, maxLoops).map((loop) => {
                const { estimated_hourly_cost: hourly, estimated_total_cost: total, currency } = loop.cost_impact
                return (
                  <li key={loop.id} className="border-rule border-b py-2.5">
                    <p className="flex items-baseline justify-between gap-3">
                      <TextLink to="/loops" search={{ loop: loop.id }} quiet className="min-w-0 truncate font-semibold">
                        {loop.resource_name}
                      </TextLink>
                      <span className="figure shrink-0 font-semibold text-leak">
                        {hourly === null ? 'Cost unknown' : `${formatMoney(hourly, currency)}/h`}
                      </span>
                    </p>
                    <p className="text-small text-soft">
                      {labelOfType(loop.loop_type)}
                      {loop.region && `, ${loop.region}`}.{total !== null && ` ${formatMoney(total, currency)} so far.`}
                    </p>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

/** "Recursive function", of `recursive_function`: the labels would bring every schema of loops along. */
function labelOfType(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`
}
