import type { WeekSchedule } from '@kept/domain/schedule.ts'
import { expect, it } from 'vitest'
import { scheduleSnippets } from './schedule-snippets.ts'

const schedule: WeekSchedule = {
  time_zone: 'Europe/Berlin',
  windows: [
    { day: 'monday', start_time: '09:00', end_time: '18:00' },
    { day: 'tuesday', start_time: '09:00', end_time: '24:00' },
    { day: 'sunday', start_time: '00:00', end_time: '04:00' },
  ],
  lead_minutes: 15,
  tail_minutes: 30,
  start_on_demand: true,
}

it('starts before the work and stops after it, over midnight too', () => {
  const crontab = scheduleSnippets({ environment_id: 'i-0abc', environment_name: 'dev box' }, schedule).at(-1)
  expect(crontab?.text.split('\n')).toEqual([
    'CRON_TZ=Europe/Berlin',
    '45 8 * * MON,TUE START dev-box',
    '45 23 * * SAT START dev-box',
    '30 18 * * MON STOP dev-box',
    '30 0 * * WED STOP dev-box',
    '30 4 * * SUN STOP dev-box',
  ])
})

it('stops a shift over midnight on the morning after', () => {
  const night: WeekSchedule = {
    ...schedule,
    windows: [
      { day: 'friday', start_time: '22:00', end_time: '06:00' },
      { day: 'sunday', start_time: '22:00', end_time: '06:00' },
    ],
  }
  const crontab = scheduleSnippets({ environment_id: 'i-0abc', environment_name: 'dev box' }, night).at(-1)
  expect(crontab?.text.split('\n').slice(1)).toEqual([
    '45 21 * * FRI,SUN START dev-box',
    '30 6 * * MON,SAT STOP dev-box',
  ])
})

it('names the instance where the environment is one, and lets nothing from outside into a command', () => {
  const [aws] = scheduleSnippets(
    { environment_id: 'arn:aws:ec2:us-east-1:1:instance/i-0abc', environment_name: '' },
    schedule,
  )
  expect(aws?.text).toContain('InstanceIds\\":[\\"i-0abc\\"]')
  for (const { text } of scheduleSnippets({ environment_id: 'x', environment_name: '"; rm -rf / #$(id)' }, schedule)) {
    expect(text).not.toContain('rm -rf')
    expect(text).not.toContain('$(')
  }
})
