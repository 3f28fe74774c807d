import { commitmentItemType } from '@kept/domain/commitment-item.ts'
import { recommendationDraft } from '@kept/store/testing/recommendation-draft.ts'
import { describe, expect, it } from 'vitest'
import { withPriceSource } from './price-source.ts'

const provider = 'AWS'
const unbilled = [
  { provider, resource_id: 'i-1', type: 'Instance' },
  { provider, resource_id: 'ri-1', type: commitmentItemType },
]
const estimated = [{ provider, resource_id: 'i-1', price_source: 'AWS Price List: m5.large in eu-west-1' }]
const sourceOf = (resource: string, billed: readonly { provider: string }[] = []) =>
  withPriceSource(recommendationDraft(resource), { unbilled, estimated, billed }).evidence.map(({ value }) => value)
const reason = 'because no imported bill names resources of this provider'

describe('withPriceSource', () => {
  it('names the price list of the resource, or those of several resources', () => {
    expect(sourceOf('i-1')).toEqual([`Estimated from the AWS Price List: m5.large in eu-west-1, ${reason}`])
    expect(sourceOf('')).toEqual([
      `Estimated from list prices that the cloud publishes, and where it was not asked from the public on-demand price of AWS in us-east-1, ${reason}`,
    ])
  })

  it('calls nothing an estimate that is on a bill without resources, and names that of an unbilled resource', () => {
    const billed = [{ provider }]
    expect(sourceOf('', billed)).toEqual([])
    expect(sourceOf('i-1', billed)).toHaveLength(1)
    expect(sourceOf('', [{ provider: 'Microsoft' }])).toHaveLength(1)
  })

  it('leaves the amounts of a cloud and those of other providers as they are', () => {
    expect(sourceOf('ri-1')).toEqual([])
    const draft = recommendationDraft('i-1', { provider: 'Microsoft' })
    expect(withPriceSource(draft, { unbilled, estimated, billed: [] })).toBe(draft)
  })
})
