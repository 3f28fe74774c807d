/**
 * A schedule as something that can be switched on where Kept may only read: what a person pastes into their own tools.
 * All of them start before the work by the lead and stop after it by the tail.
 */
import type { WeekSchedule } from '@kept/domain/schedule.ts'
import { clockOfMinutes, weekdays } from '@kept/domain/work-calendar.ts'
import { mod } from './team-calendar.ts'
import { minutesOfWindow } from './week-plan.ts'

export interface ScheduleSnippet {
  id: 'aws_scheduler' | 'terraform' | 'kubernetes' | 'crontab'
  title: string
  /** What to put in place of what, and what it needs. */
  words: string
  text: string
}

export interface SnippetSubject {
  environment_id: string
  environment_name: string
}

interface Moment {
  days: number[]
  minutes: number
}

const minutesPerDay = 1440
const cronDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

export function scheduleSnippets(subject: SnippetSubject, schedule: WeekSchedule): ScheduleSnippet[] {
  const starts = moments(schedule, 'start')
  const stops = moments(schedule, 'stop')
  const { timezone } = schedule
  const name = plainName(subject)
  const instance = /^i-[0-9a-f]+$/.exec(subject.environment_id.split(/[/:]/).at(-1) ?? '')?.[0] ?? 'INSTANCE_ID'
  const each = <T>(make: (verb: 'start' | 'stop', moment: Moment, index: number) => T) => [
    ...starts.map((moment, index) => make('start', moment, index)),
    ...stops.map((moment, index) => make('stop', moment, index)),
  ]
  return [
    {
      id: 'aws_scheduler',
      title: 'AWS command line',
      words: 'ROLE_ARN is a role that EventBridge Scheduler may assume and that may start and stop this instance.',
      text: each(
        (verb, moment, index) =>
          `aws scheduler create-schedule --name ${name}-${verb}-${index + 1} --flexible-time-window Mode=OFF \\\n  --schedule-expression "${awsCron(moment)}" --schedule-expression-timezone "${timezone}" \\\n  --target '{"Arn":"arn:aws:scheduler:::aws-sdk:ec2:${verb}Instances","RoleArn":"ROLE_ARN","Input":"{\\"InstanceIds\\":[\\"${instance}\\"]}"}'`,
      ).join('\n'),
    },
    {
      id: 'terraform',
      title: 'Terraform (AWS)',
      words: 'aws_iam_role.scheduler is a role that EventBridge Scheduler may assume.',
      text: each(
        (
          verb,
          moment,
          index,
        ) => `resource "aws_scheduler_schedule" "${name.replaceAll('-', '_')}_${verb}_${index + 1}" {
  name                         = "${name}-${verb}-${index + 1}"
  schedule_expression          = "${awsCron(moment)}"
  schedule_expression_timezone = "${timezone}"
  flexible_time_window { mode = "OFF" }
  target {
    arn      = "arn:aws:scheduler:::aws-sdk:ec2:${verb}Instances"
    role_arn = aws_iam_role.scheduler.arn
    input    = jsonencode({ InstanceIds = ["${instance}"] })
  }
}`,
      ).join('\n'),
    },
    {
      id: 'kubernetes',
      title: 'Kubernetes',
      words: 'NAMESPACE is the environment’s; the service account "scaler" may scale its deployments.',
      text: each(
        (verb, moment, index) => `apiVersion: batch/v1
kind: CronJob
metadata: { name: ${name}-${verb}-${index + 1}, namespace: NAMESPACE }
spec:
  schedule: "${cron(moment)}"
  timeZone: "${timezone}"
  jobTemplate:
    spec:
      template:
        spec:
          serviceAccountName: scaler
          restartPolicy: OnFailure
          containers:
            - name: scale
              image: registry.k8s.io/kubectl:v1.34.1
              args: [scale, deployment, --all, --replicas=${verb === 'start' ? 1 : 0}]`,
      ).join('\n---\n'),
    },
    {
      id: 'crontab',
      title: 'Any other machine',
      words: 'Put your own commands where it says START and STOP.',
      text: [`CRON_TZ=${timezone}`, ...each((verb, moment) => `${cron(moment)} ${verb.toUpperCase()} ${name}`)].join(
        '\n',
      ),
    },
  ]
}

/** Days with the same clock time together; a lead before midnight starts it the evening before. */
function moments({ windows, lead_minutes, tail_minutes }: WeekSchedule, verb: 'start' | 'stop'): Moment[] {
  const byTime = new Map<number, number[]>()
  for (const window of windows) {
    const weekday = weekdays.indexOf(window.day)
    const { from, to } = minutesOfWindow(window)
    const at = verb === 'start' ? from - lead_minutes : to + tail_minutes
    const minutes = mod(at, minutesPerDay)
    const day = mod(weekday + Math.floor(at / minutesPerDay), 7)
    byTime.set(minutes, [...(byTime.get(minutes) ?? []), day])
  }
  return [...byTime].map(([minutes, days]) => ({ minutes, days: days.toSorted((a, b) => a - b) }))
}

function clock({ minutes }: Moment): { hour: number; minute: number } {
  const [hour = '0', minute = '0'] = clockOfMinutes(minutes).split(':')
  return { hour: Number(hour), minute: Number(minute) }
}

function awsCron(moment: Moment): string {
  const { hour, minute } = clock(moment)
  return `cron(${minute} ${hour} ? * ${moment.days.map((day) => cronDays[day]).join(',')} *)`
}

function cron(moment: Moment): string {
  const { hour, minute } = clock(moment)
  return `${minute} ${hour} * * ${moment.days.map((day) => cronDays[day]).join(',')}`
}

/** Letters, digits and hyphens only: names come from outside and stand in commands. */
function plainName({ environment_name, environment_id }: SnippetSubject): string {
  const plain = (environment_name || environment_id).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'environment'
}
