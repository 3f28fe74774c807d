/** An organization of its own for one test file, so that its policies and reviews touch no other journey. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { join, newcomer } from './newcomer.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

export interface OwnOrganization {
  admin: ReturnType<typeof newcomer>
  /** Opens a page as its only admin: spread into the options of `visit`. */
  session: { as: 'guest'; storageState: StorageState }
}

/** Signs a new user up; their organization begins empty, and they are its only admin. */
export async function createOrganization(page: Page, name: string): Promise<OwnOrganization> {
  const admin = newcomer(name)
  await join(page, admin)
  return { admin, session: { as: 'guest', storageState: await page.context().storageState() } }
}
