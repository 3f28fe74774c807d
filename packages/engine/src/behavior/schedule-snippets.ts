/**
 * A schedule as something that can be switched on where Kept may only read: what a person pastes into their own tools.
 * All of them start before the work by the lead and stop after it by the tail.
 */
import type { WeekSchedule } from '@kept/domain/schedule.ts'
import { weekdays } from '@kept/domain/weekday.ts'
import { clockOfMinutes } from '@kept/domain/work-calendar.ts'
import { mod } from './team-calendar.ts'
import { minutesOfWindow } from './week-plan.ts'

interface ScheduleSnippet {
  id: 'aws_scheduler' | 'terraform' | 'kubernetes' | 'crontab'
  title: string
  /** What to put in place of what, and what it needs. */
  description: string
  text: string
}

interface SnippetSubject {
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
  const { time_zone: timeZone } = schedule
  const name = plainName(subject)
  const instance = /^i-[0-9a-f]+$/.exec(subject.environment_id.split(/[/:]/).at(-1) ?? '')?.[0] ?? 'INSTANCE_ID'
  const mapMoments = <T>(render: (verb: 'start' | 'stop', moment: Moment, index: number) => T) => [
    ...starts.map((moment, index) => render('start', moment, index)),
    ...stops.map((moment, index) => render('stop', moment, index)),
  ]
  return [
    {
      id: 'aws_scheduler',
      title: 'AWS command line',
      description:
        'Replace ROLE_ARN with a role that EventBridge Scheduler can assume and that can start and stop this instance.',
      text: mapMoments(
        (verb, moment, index) =>
          `aws scheduler create-schedule --name ${name}-${verb}-${index + 1} --flexible-time-window Mode=OFF \\\n  --schedule-expression "${awsCron(moment)}" --schedule-expression-timezone "${timeZone}" \\\n  --target '{"Arn":"arn:aws:scheduler:::aws-sdk:ec2:${verb}Instances","RoleArn":"ROLE_ARN","Input":"{\\"InstanceIds\\":[\\"${instance}\\"]}"}'`,
      ).join('\n'),
    },
    {
      id: 'terraform',
      title: 'Terraform (AWS)',
      description: 'aws_iam_role.scheduler is a role that EventBridge Scheduler can assume.',
      text: mapMoments(
        (
          verb,
          moment,
          index,
        ) => `resource "aws_scheduler_schedule" "${name.replaceAll('-', '_')}_${verb}_${index + 1}" {
  name                         = "${name}-${verb}-${index + 1}"
  schedule_expression          = "${awsCron(moment)}"
  schedule_expression_timezone = "${timeZone}"
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
      description: 'Replace NAMESPACE. The service account "scaler" needs permission to scale deployments.',
      text: mapMoments(
        (verb, moment, index) => `apiVersion: batch/v1
kind: CronJob
metadata: { name: ${name}-${verb}-${index + 1}, namespace: NAMESPACE }
spec:
  schedule: "${cron(moment)}"
  timeZone: "${timeZone}"
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
      title: 'Other machines',
      description: 'Replace START and STOP with your commands.',
      text: [
        `CRON_TZ=${timeZone}`,
        ...mapMoments((verb, moment) => `${cron(moment)} ${verb.toUpperCase()} ${name}`),
      ].join('\n'),
    },
  ]
}

/** Days with the same clock time together; a lead before midnight starts it the evening before. */
function moments({ windows, lead_minutes, tail_minutes }: WeekSchedule, verb: 'start' | 'stop'): Moment[] {
  const byTime = new Map<number, number[]>()
  for (const window of windows) {
    const weekday = weekdays.indexOf(window.day)
    const { from, to } = minutesOfWindow(window)
    const shiftedMinute = verb === 'start' ? from - lead_minutes : to + tail_minutes
    const minutes = mod(shiftedMinute, minutesPerDay)
    const day = mod(weekday + Math.floor(shiftedMinute / minutesPerDay), 7)
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
  const slug = (environment_name || environment_id).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return slug.replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'environment'
}
