import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { join, newcomer, signOut } from './people-of.ts'
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

test('a passkey is made, opens the door without a password, and is removed', async () => {
  // Browsers bind passkeys to a name; a bare address is none.
  const baseURL = inject('url').replace('127.0.0.1', 'localhost')
  const page = await visit('/auth/signup', { as: 'nobody', baseURL })
  await giveAuthenticator(page)
  await join(page, newcomer('Pia'))
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of this passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByText('Passkey "Laptop" added').waitFor()
  await page.getByText('not used yet').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(/\/admin$/)
  await page.goto('/settings?tab=security')
  await page.getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click()
  await page.getByText('No passkey yet').waitFor()
})

test('another organisation is made, and the way back to the first is one press', async () => {
  const page = await visit('/auth/signup', { as: 'nobody' })
  await join(page, newcomer('Zora'))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Make another organisation' }).click()
  await page.getByLabel('Name of the organisation').fill('Second Works')
  await page.getByRole('button', { name: 'Make the organisation' }).click()
  await page.waitForURL(/\/onboarding$/)
  await page.goto('/profile')
  const here = page.getByRole('list', { name: 'Your organisations' }).getByRole('listitem')
  await here.filter({ hasText: 'you are here' }).filter({ hasText: 'Second Works' }).waitFor()
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.waitForURL(/\/admin$/)
  await page.goto('/profile')
  await here.filter({ hasText: 'you are here' }).filter({ hasText: 'Zora' }).waitFor()
})

test('an organisation that asks for a second step lets its administrators no further without one', async () => {
  const page = await visit('/auth/signup', { as: 'nobody' })
  await join(page, newcomer('Ravi'))
  await page.goto('/settings?tab=organization')
  // Leaving the page while it is being saved would take the request back.
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok())
  await page.getByRole('button', { name: 'Require it' }).click()
  await saved
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'A second step is required' }).waitFor()
  await page.getByRole('button', { name: 'Set up an authenticator' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await page.locator('p.font-mono').first().textContent()) ?? ''
  await page.getByLabel('The six digits it shows now').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByLabel('I have put them somewhere safe').click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('No bill has been brought in yet').waitFor()
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Turn it off' }).click()
  const refused = page.getByText('requires two-factor authentication for its admins')
  await refused.first().waitFor()
  expect(await page.getByRole('button', { name: 'Turn it off' }).count()).toBeGreaterThan(0)
})
