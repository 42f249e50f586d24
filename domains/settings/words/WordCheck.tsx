import { Button, Descriptions, Form, Input, Select } from 'antd'
import { Fragment, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { request } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { SCENES, type Scene } from './sensitiveScene.entity.ts'
import { ACTIONS } from './sensitiveWord.entity.ts'
import { wordCalls } from './words.calls.ts'

const { check } = wordCalls
const MOST = check.shape.text?.max ?? 0
const ROWS = 5

const labelOf = (action: number): string => ACTIONS.find((one) => one.value === action)?.label ?? ''

interface Outcome {
  asked: string
  answer: OutWireOf<typeof check>
}

/** 在线检测: what would happen to a text in a scene. */
export function WordCheck() {
  const [text, setText] = useState('')
  const [scene, setScene] = useState<Scene>('comment')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [running, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    try {
      const asked = text.trim()
      setOutcome({ asked, answer: await request(check, { text: asked, scene }) })
    } catch {
      // The refusal has been shown; the last outcome stays.
    } finally {
      setRunning(false)
    }
  }
  return (
    <Form layout="vertical" className="k-list" onFinish={() => void run()}>
      <Form.Item label="场景" htmlFor="word-scene">
        <Select
          id="word-scene"
          value={scene}
          options={[...SCENES]}
          onChange={setScene}
          style={{ width: 200 }}
        />
      </Form.Item>
      <Form.Item label="文本" htmlFor="word-text">
        <Input.TextArea
          id="word-text"
          rows={ROWS}
          value={text}
          maxLength={MOST}
          showCount
          onChange={(event) => setText(event.target.value)}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={running} disabled={text.trim() === ''}>
        检测
      </Button>
      {outcome !== null && <Result {...outcome} />}
    </Form>
  )
}

function Result({ asked, answer }: Outcome) {
  const action = ACTIONS.find((one) => one.value === answer.action)
  return (
    <Descriptions
      bordered
      column={1}
      size="small"
      style={{ marginTop: 16 }}
      items={[
        {
          key: 'action',
          label: '结果',
          children:
            action === undefined ? (
              <StateTag label="未命中，或该场景未启用" means="done" />
            ) : (
              <StateTag label={action.label} means={action.means} />
            ),
        },
        { key: 'text', label: '命中', children: <Marked text={asked} hits={answer.hits} /> },
        { key: 'stored', label: '保存为', children: answer.pass ? answer.text : '不予保存' },
      ]}
    />
  )
}

function Marked({ text, hits }: { text: string; hits: Outcome['answer']['hits'] }) {
  return (
    <span className="k-prose">
      {hits.map(({ word, start, end, action }, index) => (
        <Fragment key={start}>
          {text.slice(hits[index - 1]?.end ?? 0, start)}
          <mark title={`${word}：${labelOf(action)}`}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(hits.at(-1)?.end ?? 0)}
    </span>
  )
}
