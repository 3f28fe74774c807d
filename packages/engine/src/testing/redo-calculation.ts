/** Redoes a recommendation's calculation from the texts that a reader sees, with fractions of whole numbers. */
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'

type Fraction = [above: bigint, below: bigint]

/** The monthly saving in cents as the shown figures give it; undefined when no calculation is shown. */
export function redoInCents({ evidence }: Pick<RecommendationDraft, 'evidence'>): bigint | undefined {
  let result: Fraction | undefined
  for (const { value, step } of evidence) {
    if (!step || step.operator === 'result') continue
    const amount = readShown(value)
    const [a, b] = result ?? [0n, 1n]
    const [x, y] = amount
    switch (step.operator) {
      case 'begin':
        result = amount
        break
      case 'add':
        result = [a * y + x * b, b * y]
        break
      case 'subtract':
        result = [a * y - x * b, b * y]
        break
      case 'subtract_from':
        result = [x * b - a * y, b * y]
        break
      case 'multiply':
        result = [a * x, b * y]
        break
      case 'divide':
        result = [a * y, b * x]
        break
      case 'at_most':
        result = a * y > x * b ? amount : [a, b]
        break
      case 'at_least':
        result = a * y < x * b ? amount : [a, b]
        break
    }
  }
  return result && roundHalfUp(result)
}

/** "$1,234.50", "-€3.00", "27.5%" or "720", as an exact fraction. */
function readShown(text: string): Fraction {
  const match = /^(-?)[^\d-]*(\d+)(?:\.(\d+))?(%)?/.exec(text.replaceAll(',', ''))
  if (!match) throw new Error(`"${text}" is no figure`)
  const [, sign, integer = '0', decimals = '', percent] = match
  const units = BigInt(`${sign}${integer}${decimals}`)
  return [units, 10n ** BigInt(decimals.length) * (percent ? 100n : 1n)]
}

function roundHalfUp([above, below]: Fraction): bigint {
  const sign = above < 0n !== below < 0n ? -1n : 1n
  const [a, b] = [above < 0n ? -above : above, below < 0n ? -below : below]
  return (sign * (2n * 100n * a + b)) / (2n * b)
}
