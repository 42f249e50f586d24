import { SoundOutlined } from '@ant-design/icons'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { Phone } from '../Phone.tsx'
import { saidIn } from './replyForm.ts'

/** A reply as followers read it. Platform §11.2. */
export function ReplyPreview({ values, asked }: { values: WireRow; asked: string }) {
  return (
    <Phone title="公众号" label="回复预览">
      <p className="wx-said wx-asked">{asked}</p>
      <div className="wx-said">
        <Said values={values} />
      </div>
    </Phone>
  )
}

function Said({ values }: { values: WireRow }) {
  const text = saidIn('text', values)
  const image = saidIn('image', values)
  const news = saidIn('news', values)
  const voice = saidIn('voice', values)
  if (text !== null) return <span className="k-prose">{text.content}</span>
  if (image !== null)
    return image.srcUrl === '' ? <span>[图片]</span> : <img src={image.srcUrl} alt="回复图片" />
  if (voice !== null)
    return (
      <span>
        <SoundOutlined /> 声音消息
      </span>
    )
  if (news !== null)
    return (
      <span className="wx-card">
        {news.articleData.imageInput !== '' && <img src={news.articleData.imageInput} alt="" />}
        <b>{news.articleData.title}</b>
      </span>
    )
  return <span className="k-hint">还没有回复内容</span>
}
