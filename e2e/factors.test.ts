import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join, newcomer, signOut } from './newcomer.ts'
import { servedKept } from './served.ts'
import { totp } from './totp.ts'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

/** A device that holds passkeys and is always unlocked. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is created, signs in without a password, and is removed', async () => {
  // Browsers bind passkeys to a name; a bare address is none.
  const baseURL = servedKept().url.replace('127.0.0.1', 'localhost')
  const page = await visit('/auth/signup', { as: 'guest', baseURL })
  await giveAuthenticator(page)
  await join(page, newcomer('Pia'))
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey "Laptop" added').waitFor()
  await page.getByText('not used yet').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(/\/admin$/)
  await page.goto('/settings?tab=security')
  await page.getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('No passkeys yet').waitFor()
})

test('a user creates another organization and switches back with one click', async () => {
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, newcomer('Zora'))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByLabel('Organization name').fill('Second Works')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL(/\/onboarding$/)
  await page.goto('/profile')
  const organizations = page.getByRole('list', { name: 'Your organizations' }).getByRole('listitem')
  await organizations.filter({ hasText: 'Current' }).filter({ hasText: 'Second Works' }).waitFor()
  await page.getByRole('button', { name: 'Switch' }).click()
  await page.waitForURL(/\/admin$/)
  await page.goto('/profile')
  await organizations.filter({ hasText: 'Current' }).filter({ hasText: 'Zora' }).waitFor()
})

test('an organization that requires two-factor authentication blocks its admins without it', async () => {
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, newcomer('Ravi'))
  await page.goto('/settings?tab=organization')
  // Leaving the page while it is being saved would take the request back.
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok())
  await page.getByRole('button', { name: 'Require' }).click()
  await saved
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Two-factor authentication required' }).waitFor()
  await page.getByRole('button', { name: 'Set up authenticator' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await page.locator('p.font-mono').first().textContent()) ?? ''
  await page.getByLabel('Six-digit code').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('I saved these codes').click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('No bills yet').waitFor()
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Turn off' }).click()
  const refused = page.getByText('requires two-factor authentication for admins')
  await refused.first().waitFor()
  expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBeGreaterThan(0)
})
