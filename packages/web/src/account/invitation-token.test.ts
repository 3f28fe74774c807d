import { expect, test } from 'vitest'
import { invitationToken } from './invitation-token.ts'

test('the token is taken from the way back to an invitation, and from nowhere else', () => {
  expect(invitationToken('/auth/invitation?token=a%2Bb')).toBe('a+b')
  expect(invitationToken('/auth/invitation?token=')).toBeUndefined()
  expect(invitationToken('/auth/invitation')).toBeUndefined()
  expect(invitationToken('/costs?token=a')).toBeUndefined()
  expect(invitationToken(undefined)).toBeUndefined()
})
