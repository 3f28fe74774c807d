import { expect, test, vi } from 'vitest'
import { signOutOnClick } from './sign-out-click.ts'

const click = (keys: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey', boolean>> = {}) => ({
  ...{ metaKey: false, ctrlKey: false, shiftKey: false, ...keys },
  preventDefault: vi.fn(),
})

test('a plain click signs out and stays off the page that asks', async () => {
  const plainClick = click()
  const signOut = vi.fn(async () => undefined)
  await signOutOnClick(plainClick, signOut, vi.fn())
  expect(plainClick.preventDefault).toHaveBeenCalledOnce()
  expect(signOut).toHaveBeenCalledOnce()
})

test.each(['metaKey', 'ctrlKey', 'shiftKey'])('a click with %s opens the page', async (key) => {
  const modifiedClick = click({ [key]: true })
  const signOut = vi.fn(async () => undefined)
  await signOutOnClick(modifiedClick, signOut, vi.fn())
  expect(modifiedClick.preventDefault).not.toHaveBeenCalled()
  expect(signOut).not.toHaveBeenCalled()
})

test('a failed sign-out shows its error', async () => {
  const failure = new Error('Kept cannot be reached.')
  const onFailure = vi.fn()
  await signOutOnClick(click(), () => Promise.reject(failure), onFailure)
  expect(onFailure).toHaveBeenCalledWith(failure)
})
