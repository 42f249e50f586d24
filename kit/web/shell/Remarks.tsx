import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  InfoCircleFilled,
  LoadingOutlined,
} from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { declareVoice, type Voice } from '../toast.ts'

type Kind = Parameters<Voice['open']>[0]

interface Remark {
  key: number
  kind: Kind
  text: Parameters<Voice['open']>[1]
}

const SHOWN = 5
const SECONDS = 3

const SIGNS = {
  success: CheckCircleFilled,
  error: CloseCircleFilled,
  warning: ExclamationCircleFilled,
  info: InfoCircleFilled,
  loading: LoadingOutlined,
}

let last = 0

/** What code says to the person (toast.ts), above everything else, the latest five. Platform §4.6. */
export function Remarks() {
  const [remarks, setRemarks] = useState<readonly Remark[]>([])
  useEffect(
    () =>
      declareVoice({
        open(kind, text, seconds = SECONDS) {
          const key = ++last
          const close = () => setRemarks((now) => now.filter((one) => one.key !== key))
          setRemarks((now) => [...now, { key, kind, text }].slice(-SHOWN))
          if (seconds > 0) setTimeout(close, seconds * 1000)
          return close
        },
      }),
    [],
  )
  return (
    <div className="ts-remarks" aria-live="polite">
      {remarks.map(({ key, kind, text }) => {
        const Sign = SIGNS[kind]
        return (
          <div
            key={key}
            className={`ts-remark ts-remark-${kind}`}
            role={kind === 'error' ? 'alert' : 'status'}
          >
            <Sign aria-hidden />
            <span>{text}</span>
          </div>
        )
      })}
    </div>
  )
}
