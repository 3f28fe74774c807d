/** Forecasts over a tree of scopes whose parts add up. */
import type { Decimal } from '@kept/domain/decimal.ts'
import { decimal, sum, toPlaces } from '@kept/domain/decimal.ts'
import { apportion } from './apportion.ts'

export interface ForecastNode {
  id: string
  /** What the scope's own series foretells. */
  point: number
  children: ForecastNode[]
}

/** Bottom-up: the leaves as they are, rounded once, every parent the exact sum of its children. */
export function bottomUp(node: ForecastNode, scale = 2, amounts = new Map<string, Decimal>()): Map<string, Decimal> {
  for (const child of node.children) bottomUp(child, scale, amounts)
  const amount =
    node.children.length === 0
      ? decimal(toPlaces(decimal(node.point), scale))
      : sum(node.children.map(({ id }) => amounts.get(id) ?? '0'))
  return amounts.set(node.id, amount)
}

/** Top-down: the root as it is, each parent split over its children in proportion to what they foretell. */
export function topDown(node: ForecastNode, scale = 2): Map<string, Decimal> {
  const amounts = new Map([[node.id, decimal(toPlaces(decimal(node.point), scale))]])
  const split = (parent: ForecastNode) => {
    const parts = apportion(
      amounts.get(parent.id) ?? '0',
      parent.children.map(({ point }) => Math.max(0, point)),
      scale,
    )
    parent.children.forEach((child, index) => {
      amounts.set(child.id, parts[index] ?? '0')
      split(child)
    })
  }
  split(node)
  return amounts
}
