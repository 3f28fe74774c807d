/** Machine images and container registries: how old, who may use them, and whether they are scanned. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { oncePerAccount } from '../../live-once.ts'
import { type AzureDetail, definePort, queryAll } from './define-port.ts'
import { listAll } from './manager-list.ts'
import { azureItem, readProperties } from './resource.ts'
import type { AzureSession } from './session.ts'

const text = z.string()
const galleriesAction = 'Microsoft.Compute/galleries/read'
const plansAction = 'Microsoft.Security/pricings/read'

/** By the ID of a gallery in lower case, with whom it is shared. */
const galleries = oncePerAccount(async (session: AzureSession, subscription) => {
  const all = await queryAll(session, subscription, { type: 'microsoft.compute/galleries', action: galleriesAction })
  return new Map(
    all.map((gallery) => {
      const { sharingProfile } = readProperties(gallery, { sharingProfile: z.object({ permissions: text.nullish() }) })
      // A gallery that was never shared says nothing.
      return [gallery.id.toLowerCase(), sharingProfile?.permissions ?? 'Private']
    }),
  )
})

const imageAccess: AzureDetail = {
  attribute: 'public',
  permissions: [{ action: galleriesAction, reason: 'Lists galleries, to see which are shared with everyone.' }],
  async read(session, { id }, { accountId }) {
    const shared = (await galleries(session, accountId)).get(id.toLowerCase().replace(/\/images\/.*$/, ''))
    return shared === undefined ? undefined : /^community$/i.test(shared)
  },
}

export const imagesPort = definePort({
  dataset: 'images',
  unlocks: 'Old and public machine images',
  queries: [
    {
      type: 'microsoft.compute/galleries/images/versions',
      action: 'Microsoft.Compute/galleries/images/versions/read',
      reason: 'Lists machine images of galleries with their age.',
      details: [imageAccess],
      toItems(resource, location, details = {}) {
        const { publishingProfile } = readProperties(resource, {
          publishingProfile: z.object({ publishedDate: text.nullish() }),
        })
        const [, image = ''] = /\/images\/([^/]+)\/versions\//i.exec(resource.id) ?? []
        return [
          azureItem(resource, location, {
            type: 'Machine image',
            service: 'Azure Compute Gallery',
            // "ubuntu/1.0.0"
            name: image === '' ? resource.name : `${image}/${resource.name.replace(/^.*\//, '')}`,
            state: 'available',
            created_at: dateOf(publishingProfile?.publishedDate),
            attributes: attributes({ ...details, public: details.public }),
          }),
        ]
      },
    },
  ],
})

const planSchema = z.object({
  name: text,
  properties: z.object({
    pricingTier: text.nullish(),
    extensions: z.array(z.object({ name: text.nullish(), isEnabled: text.nullish() })).nullish(),
  }),
})

/** Defender for Containers scans every registry of a subscription when an image is pushed, where it is switched on. */
const isScanned = oncePerAccount(async (session: AzureSession, subscription) => {
  const path = `/subscriptions/${encodeURIComponent(subscription)}/providers/Microsoft.Security/pricings?api-version=2024-01-01`
  const plans = await listAll(session, { action: plansAction, path, schema: planSchema })
  return plans.some(({ name, properties: { pricingTier, extensions } }) => {
    const scanner = extensions?.find((extension) => extension.name === 'ContainerRegistriesVulnerabilityAssessments')
    const isStandard = /^standard$/i.test(pricingTier ?? '')
    return isStandard && /^containers$/i.test(name) && (!scanner || /^true$/i.test(scanner.isEnabled ?? ''))
  })
})

export const repositoriesPort = definePort({
  dataset: 'repositories',
  unlocks: 'Container registries that are not scanned',
  queries: [
    {
      type: 'microsoft.containerregistry/registries',
      action: 'Microsoft.ContainerRegistry/registries/read',
      reason: 'Lists container registries. Images cannot be read with it.',
      details: [
        {
          attribute: 'scan_on_push',
          permissions: [{ action: plansAction, reason: 'Reads whether Defender for Cloud scans images.' }],
          read: (session, _registry, { accountId }) => isScanned(session, accountId),
        },
      ],
      toItems(resource, location, details = {}) {
        const { creationDate } = readProperties(resource, { creationDate: text })
        return [
          azureItem(resource, location, {
            type: 'Container registry',
            service: 'Container Registry',
            state: 'active',
            created_at: dateOf(creationDate),
            attributes: attributes({ ...details, scan_on_push: details.scan_on_push }),
          }),
        ]
      },
    },
  ],
})
