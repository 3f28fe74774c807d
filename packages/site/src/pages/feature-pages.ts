/** The six feature pages in the order of the menu. */
import type { FeaturePage } from './feature-page.ts'
import { featuresOfSpend } from './features-of-spend.ts'
import { featuresOfWork } from './features-of-work.ts'

export const featurePages: readonly FeaturePage[] = [...featuresOfSpend, ...featuresOfWork]
