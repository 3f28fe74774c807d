import { expect, test } from 'vitest'
import { invitationIn } from './invitation-in.ts'

test('the token is taken from the way back to an invitation, and from nowhere else', () => {
  expect(invitationIn('/auth/invitation?token=a%2Bb')).toBe('a+b')
  expect(invitationIn('/auth/invitation?token=')).toBeUndefined()
  expect(invitationIn('/auth/invitation')).toBeUndefined()
  expect(invitationIn('/costs?token=a')).toBeUndefined()
  expect(invitationIn(undefined)).toBeUndefined()
})
