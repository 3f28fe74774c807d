import { productKey } from '@kept/domain/list-price.ts'
import { describe, expect, it } from 'vitest'
import { addRefused, describeRefused, noRefusedPrices, readPosition, writePosition } from './price-position.ts'

const cursor = productKey({ kind: 'instance', type: 'm5.large', variant: '', region: 'eu-west-1' })

describe('the position of a unit of prices', () => {
  it('is the cursor of the port while all prices were read', () => {
    expect(writePosition(cursor, noRefusedPrices)).toBe(cursor)
    expect(readPosition(cursor)).toEqual({ cursor, refused: noRefusedPrices })
    expect(readPosition(null)).toEqual({ cursor: null, refused: noRefusedPrices })
  })

  it('keeps how many prices were refused, and why the first one was', () => {
    const refused = addRefused(addRefused(noRefusedPrices, ['The first.', 'The second.']), ['The third.'])
    expect(refused).toEqual({ count: 3, reason: 'The first.' })
    expect(readPosition(writePosition(cursor, refused))).toEqual({ cursor, refused })
    expect(writePosition(null, refused)).toBeNull()
    expect(describeRefused(refused)).toBe(
      'The first. 2 more could not be read either. An earlier price, or the one that comes with Kept, is used.',
    )
    expect(describeRefused(noRefusedPrices)).toBe('')
  })
})
