/** Says with a recommendation which prices its amounts are estimated from. */
import { commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { ResourceUse, UnbilledResource } from '@kept/domain/facts.ts'
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { builtInPriceSource } from '@kept/engine/prices/inventory-usage.ts'

interface Origins {
  /** What no bill names. */
  unbilled: readonly Pick<UnbilledResource, 'provider' | 'resource_id' | 'type'>[]
  /** Its usage at list prices. */
  estimated: readonly Pick<ResourceUse, 'provider' | 'resource_id' | 'price_source'>[]
  /** The usage of bills. */
  billed: readonly Pick<ResourceUse, 'provider'>[]
}

/** A reader must see that an amount is no charge of a bill; one of a bill stays as it is. */
export function withPriceSource(draft: RecommendationDraft, origins: Origins): RecommendationDraft {
  const { unbilled, billed } = origins
  if (!unbilled.some(({ provider }) => provider === draft.provider)) return draft
  const resource = unbilled.find(
    ({ provider, resource_id }) => resource_id === draft.resource_id && provider === draft.provider,
  )
  // A bill without resources has amounts of its provider too, and an inventory that lists them apart.
  if (resource === undefined && billed.some(({ provider }) => provider === draft.provider)) return draft
  // Its amounts are the cloud's own, and its evidence says so.
  if (resource?.type === commitmentItemType) return draft
  return {
    ...draft,
    evidence: [
      ...draft.evidence,
      {
        label: 'Cost',
        value: `Estimated from ${priceSourceOf(draft, origins)}, because no imported bill names resources of this provider`,
      },
    ],
  }
}

/** Of its resource; of several resources, the prices of the cloud in general. */
function priceSourceOf({ provider, resource_id }: RecommendationDraft, { estimated }: Origins): string {
  const ofProvider = estimated.filter((row) => row.provider === provider)
  const ofResource = ofProvider.filter((row) => row.resource_id === resource_id)
  const builtIn = `the ${builtInPriceSource(provider)}`
  const sources = ofResource.map(({ price_source }) => (price_source === undefined ? builtIn : `the ${price_source}`))
  if (sources.length > 0) return [...new Set(sources)].join(' and ')
  const isListed = ofProvider.some(({ price_source }) => price_source !== undefined)
  return isListed ? `list prices that the cloud publishes, and where it was not asked from ${builtIn}` : builtIn
}
