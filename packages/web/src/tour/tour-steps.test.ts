import { rolePermissions } from '@kept/domain/permission.ts'
import { describe, expect, it } from 'vitest'
import { screens } from '../screens.ts'
import { readTour, tourSteps } from './tour-steps.ts'

describe('the tour', () => {
  it('has six steps, each on a view of its own that both roles of the demo may see', () => {
    const open = screens
      .filter(({ needs }) => !needs || rolePermissions.user.includes(needs))
      .map(({ path }): string => path)
    expect(new Set(tourSteps.map(({ to, search }) => `${to} ${search?.tab}`)).size).toBe(6)
    expect(tourSteps.filter(({ to }) => !open.includes(to))).toEqual([])
  })
  it('reads its step from the address, and nothing else', () => {
    expect(readTour('1')).toEqual({ number: 1, step: tourSteps[0] })
    expect(readTour('6')?.step).toBe(tourSteps[5])
    expect(['0', '7', '-1', '1.5', 'x', ''].map(readTour)).toEqual(Array(6).fill(undefined))
  })
})
