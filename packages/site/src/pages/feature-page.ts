/** The six feature pages as data, all rendered by the same template. */

export interface FeaturePage {
  path: `/features/${string}`
  name: string
  title: string
  description: string
  lead: string
  picture: { name: string; alt: string; caption: string }
  points: readonly { title: string; description: string }[]
  /** How it works, in order. */
  howItWorks: { title: string; steps: readonly string[] }
  /** What the feature does not do. */
  limits: readonly string[]
  more: readonly { name: string; path: string }[]
}
