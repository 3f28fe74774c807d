import { decimal } from '@kept/foundation/decimal.ts'
import { expect, it } from 'vitest'
import { approvalReason } from './approvals.ts'

const policies = (loop_stops: 'alone' | 'approved') => ({
  approvals: { actors: 'permitted', approve_above: { amount: '100', currency: 'USD' }, loop_stops } as const,
})
const loop = { subject: 'loop', monthlySavings: decimal('500'), currency: 'USD' } as const

it('lets one person stop a confirmed loop, and no suspected one, unless the policy asks for every stop', () => {
  const demanded = 'It changes more than $100.00 a month, so a second person approves.'
  expect(approvalReason(policies('alone'), loop)).toBe('')
  expect(approvalReason(policies('alone'), { ...loop, isSuspected: true })).toBe(demanded)
  expect(approvalReason(policies('approved'), loop)).toBe(demanded)
  expect(approvalReason({}, { ...loop, isSuspected: true })).toBe('')
})
