import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const maxRecommendations = 6

/** The recommendations with the largest estimates, each linked to its evidence. */
export function TopRecommendations({ currency }: { currency: string }) {
  const query = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }))
  const all = query.data?.data.filter((recommendation) => recommendation.currency === currency) ?? []
  return (
    <Section
      title="Top savings"
      actions={
        all.length > 0 && (
          <TextLink to="/savings">
            {all.length > maxRecommendations
              ? `${maxRecommendations} of ${counted(all.length, 'recommendation')}`
              : 'All recommendations'}
          </TextLink>
        )
      }
    >
      <Loaded
        query={query}
        failed="Recommendations could not be loaded."
        loading={<SkeletonRows rows={maxRecommendations} />}
      >
        {() =>
          all.length === 0 ? (
            <p className="py-6 text-body text-soft">
              No open recommendations. <TextLink to="/savings">See what was checked</TextLink>
            </p>
          ) : (
            <Table label="Recommendations with the largest estimates">
              <thead>
                <tr>
                  <Th>Recommendation</Th>
                  <Th className="max-md:hidden">Resource</Th>
                  <Th numeric unit={`${currency} a month`} className="max-sm:hidden">
                    Cost
                  </Th>
                  <Th numeric unit={`${currency} a month`}>
                    Est. savings
                  </Th>
                </tr>
              </thead>
              <tbody>
                {all.slice(0, maxRecommendations).map((recommendation) => (
                  <Tr key={recommendation.id}>
                    <Td className="w-1/2 max-w-0">
                      <TextLink
                        to="/savings"
                        search={{ recommendation: recommendation.id }}
                        quiet
                        className="block truncate"
                      >
                        {recommendation.title}
                      </TextLink>
                    </Td>
                    <Td className="w-1/3 max-w-0 truncate text-soft max-md:hidden">
                      {recommendation.resource_name || recommendation.resource_id || recommendation.service}
                    </Td>
                    <Td numeric className="text-soft max-sm:hidden">
                      {formatMoney(recommendation.monthly_cost, recommendation.currency)}
                    </Td>
                    <Td numeric>
                      <EstimateRange recommendation={recommendation} />
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
