/** New users, as they join through the browser: signed up and verified, or invited by the admin. */
import type { Page } from 'playwright-core'
import { linkInMail } from './mail.ts'

interface Newcomer {
  full_name: string
  email: string
  password: string
}

export function newcomer(name: string): Newcomer {
  const localPart = `${name.toLowerCase()}${Math.random().toString(36).slice(2, 8)}`
  return {
    full_name: `${name} Newcomer`,
    email: `${localPart}@people.example`,
    password: 'seven brass kettles whistle',
  }
}

/** Fills the sign-up form of the page it stands on. */
export async function signUp(page: Page, { full_name, email, password }: Newcomer): Promise<void> {
  await page.getByLabel('Your name').fill(full_name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

/** From the list of users. With the role that the form begins with when `role` is left out. */
export async function invite(
  page: Page,
  { email, full_name }: Pick<Newcomer, 'email' | 'full_name'>,
  role?: RegExp,
): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name').fill(full_name)
  if (role) {
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: role }).click()
  }
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Invitation sent to ${email}`).waitFor()
}

/** Signs up and follows the link of the mail, in the same browser. Ends on /onboarding. */
export async function join(page: Page, person: Newcomer): Promise<void> {
  await page.goto('/auth/signup')
  await signUp(page, person)
  await page.goto(pathOf(await linkInMail(person.email, /verify/i)))
  await page.waitForURL(/\/onboarding$/)
}

/** A link of a mail, for a page that knows Kept by another name of the same machine. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}

export async function signIn(page: Page, { email, password }: Pick<Newcomer, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/auth\/login$/)
}
