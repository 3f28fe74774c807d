/** Commission rules of customers, their preview and what they yield. */
import { defineFeature } from '../platform/feature.ts'
import { commission } from './routes.ts'

export const commissionFeature = defineFeature({ name: 'commission', routes: { commission } })
