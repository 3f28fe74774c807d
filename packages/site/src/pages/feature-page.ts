/** The six subpages of the features, as data: one way to draw them, words of their own for each. */

export interface FeaturePage {
  path: `/features/${string}`
  name: string
  title: string
  description: string
  lead: string
  picture: { name: string; alt: string; words: string }
  points: readonly { title: string; words: string }[]
  /** How it works, in order. */
  how: { title: string; steps: readonly string[] }
  /** What it does not do: a page without such a list is an advertisement. */
  limits: readonly string[]
  more: readonly { name: string; path: string }[]
}
