/** The published examples of Signature Version 4. */
import { expect, it } from 'vitest'
import { signRequest } from './sign.ts'

const keys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const request = {
  method: 'GET',
  url: 'https://example.amazonaws.com/',
  headers: {},
  body: '',
  service: 'service',
  region: 'us-east-1',
  timestamp: Temporal.Instant.from('2015-08-30T12:36:00Z'),
}
const signatureOf = async (change: Partial<typeof request>) =>
  /Signature=(\w+)/.exec((await signRequest({ ...request, ...change }, keys)).authorization ?? '')?.[1]

it.each([
  ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    { url: 'https://example.amazonaws.com/?Param2=value2&Param1=value1' },
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-x-www-form-urlencoded',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('signs %s', async (_name, change, signature) => {
  expect(await signatureOf(change)).toBe(signature)
})
