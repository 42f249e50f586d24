import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import { hasPermission } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { scanJobs } from './jobs.web.ts'
import { resume } from './queue.web.ts'
import { ScanHub } from './ScanHub.tsx'
import type { ScanJob } from './scanJobs.web.ts'
import './scan.css'

const screens = new Map<string, LazyExoticComponent<ComponentType<{ id: number }>>>()

function screenOf({ key, load }: ScanJob) {
  const known = screens.get(key) ?? lazy(load)
  screens.set(key, known)
  return known
}

/** 扫码作业: the jobs of a handheld, and the one that is done now. Warehouse §7. */
export default function ScanPage() {
  const { job: key, id } = useParams()
  useEffect(resume, [])
  if (key === undefined) return <ScanHub />
  const job = scanJobs().find((one) => one.key === key)
  if (job === undefined || !hasPermission(...job.permissions))
    return <Empty text="没有这项作业，请返回扫码作业选择" />
  const Screen = screenOf(job)
  return (
    <Suspense fallback={<Loading rows={6} />}>
      <Screen key={`${key} ${id ?? ''}`} id={Number(id ?? 0)} />
    </Suspense>
  )
}
