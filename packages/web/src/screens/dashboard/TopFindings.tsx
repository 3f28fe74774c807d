import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoney } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const most = 6

/** The findings with the largest estimate; each opens with its evidence. */
export function TopFindings({ currency }: { currency: string }) {
  const query = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }))
  const all = query.data?.data.filter((finding) => finding.currency === currency) ?? []
  return (
    <Section
      title="Where it leaks"
      beside={
        all.length > 0 && (
          <TextLink to="/savings">
            {all.length > most ? `${most} of ${counted(all.length, 'finding')}` : 'All findings'}
          </TextLink>
        )
      }
    >
      <Loaded query={query} failed="Findings could not be loaded." loading={<SkeletonRows rows={most} />}>
        {() =>
          all.length === 0 ? (
            <p className="py-6 text-body text-soft">
              The rules found no waste in these bills.{' '}
              <TextLink to="/savings">See what they looked for, and why they found nothing</TextLink>
            </p>
          ) : (
            <Table label="Findings with the largest estimates">
              <thead>
                <tr>
                  <Th>Finding</Th>
                  <Th className="max-md:hidden">Where</Th>
                  <Th numeric unit={`${currency} a month`} className="max-sm:hidden">
                    Costs
                  </Th>
                  <Th numeric unit={`${currency} a month`}>
                    Could save
                  </Th>
                </tr>
              </thead>
              <tbody>
                {all.slice(0, most).map((finding) => (
                  <Tr key={finding.id}>
                    <Td className="w-1/2 max-w-0">
                      <TextLink to="/savings" search={{ finding: finding.id }} quiet className="block truncate">
                        {finding.title}
                      </TextLink>
                    </Td>
                    <Td className="w-1/3 max-w-0 truncate text-soft max-md:hidden">
                      {finding.resource_name || finding.resource_id || finding.service}
                    </Td>
                    <Td numeric className="text-soft max-sm:hidden">
                      {formatMoney(finding.monthly_cost, finding.currency)}
                    </Td>
                    <Td numeric>
                      <EstimateRange finding={finding} />
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}
