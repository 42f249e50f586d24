import { useEffect, useRef } from 'react'
import { trust } from '#kit/shared/loose.ts'
import { currentSession, onRenewed, onSessionEnd } from './session.ts'

/** A notice: something about the topic changed; `id` is null when notices may have been missed. */
type Hear = (id: number | null) => void

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** the server's word for: no or ended session */
const NO_SESSION = 4401

const hearers = new Map<string, Set<Hear>>()
let socket: WebSocket | null = null
let wait = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined

function connect(): void {
  clearTimeout(timer)
  const { token } = currentSession()
  if (socket !== null || token === '' || hearers.size === 0) return
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const opened = new WebSocket(`${scheme}://${location.host}/api/live`)
  socket = opened
  opened.onopen = () => opened.send(JSON.stringify({ type: 'auth', token }))
  opened.onmessage = ({ data }) => hear(trust<{ topic: string; id?: number }>(JSON.parse(String(data))))
  opened.onclose = ({ code }) => {
    if (socket !== opened) return
    socket = null
    if (code === NO_SESSION) return
    timer = setTimeout(connect, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

function hear({ topic, id }: { topic: string; id?: number }): void {
  if (topic !== 'ready') {
    for (const one of hearers.get(topic) ?? []) one(id ?? null)
    return
  }
  wait = FIRST_WAIT_MS
  // What was said while there was no line is lost, also between a page's first read and the line: everybody looks again.
  for (const all of hearers.values()) for (const one of all) one(null)
}

onSessionEnd(() => {
  clearTimeout(timer)
  const open = socket
  socket = null
  open?.close()
})

onRenewed(connect)

/** Hears the server's notices of a topic until the answered function is called. */
export function onNotice(topic: string, hearer: Hear): () => void {
  const all = hearers.get(topic) ?? new Set()
  hearers.set(topic, all.add(hearer))
  connect()
  return () => {
    all.delete(hearer)
    if (all.size === 0) hearers.delete(topic)
  }
}

/**
 * Hears the server's notices of a topic while the component is shown; the socket is opened with the first hearer
 * and comes back by itself. Notices carry ids only: read what changed. Architecture §6.
 */
export function useLive(topic: string, hearer: Hear): void {
  const latest = useRef(hearer)
  useEffect(() => {
    latest.current = hearer
  })
  useEffect(() => onNotice(topic, (id) => latest.current(id)), [topic])
}
