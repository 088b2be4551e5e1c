use proptest::prelude::*;

use super::*;

const LIMIT: usize = 1 << 20;

/// Name and data of each event.
type Events = Vec<(Option<Vec<u8>>, Vec<u8>)>;

/// Decodes `pieces`; the last event is added if `finish` takes it.
fn decode<'a>(pieces: impl IntoIterator<Item = &'a [u8]>, limit: usize) -> (Events, Result<(), EventTooLarge>) {
    let mut decoder = SseDecoder::new(limit);
    let mut events = Vec::new();
    let mut outcome = Ok(());
    for piece in pieces {
        outcome = decoder.push(Bytes::copy_from_slice(piece));
        events.extend(std::iter::from_fn(|| decoder.next_event()));
    }
    events.extend(decoder.finish());
    let plain = |event: SseEvent| (event.event.map(|name| name.to_vec()), event.data.to_vec());
    (events.into_iter().map(plain).collect(), outcome)
}

fn data_of(body: &[u8]) -> Vec<String> {
    let (events, outcome) = decode([body], LIMIT);
    assert_eq!(outcome, Ok(()));
    events.into_iter().map(|(_, data)| String::from_utf8(data).unwrap()).collect()
}

/// The same format, read in the plainest way: all at once, on a copy with one kind of line end.
fn reference(body: &[u8]) -> Events {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let mut normal = Vec::new();
    for (at, &byte) in body.iter().enumerate() {
        match byte {
            b'\n' if at > 0 && body[at - 1] == b'\r' => {}
            b'\r' => normal.push(b'\n'),
            other => normal.push(other),
        }
    }
    let mut lines: Vec<&[u8]> = normal.split(|&byte| byte == b'\n').collect();
    let unterminated = lines.pop().unwrap();
    let (mut events, mut name, mut data) = (Vec::new(), Vec::new(), Vec::<Vec<u8>>::new());
    let mut read = |line: &[u8], events: &mut Events, last: bool| {
        let mut parts = line.splitn(2, |&byte| byte == b':');
        let field = parts.next().unwrap();
        let value = parts.next().unwrap_or(b"");
        let value = value.strip_prefix(b" ").unwrap_or(value).to_vec();
        match field {
            b"data" => data.push(value),
            b"event" => name = value,
            _ => {}
        }
        if (line.is_empty() || last) && !data.is_empty() {
            events.push((Some(name.clone()).filter(|name| !name.is_empty()), data.join(&b'\n')));
        }
        if line.is_empty() {
            name.clear();
            data.clear();
        }
    };
    for line in lines {
        read(line, &mut events, false);
    }
    let whole = events.len();
    if unterminated.is_empty() {
        // Nothing but the missing blank line.
        read(b"x", &mut events, true);
    } else {
        read(unterminated, &mut events, true);
    }
    if events.len() > whole {
        let (_, last) = events.last().unwrap();
        let is_json = serde_json::from_slice::<serde_json::Value>(last).is_ok();
        if !is_json && last != b"[DONE]" {
            events.pop();
        }
    }
    events
}

#[test]
fn each_rule_by_example() {
    let cases: &[(&str, &[u8], &[&str])] = &[
        ("line feeds", b"data: a\n\ndata: b\n\n", &["a", "b"]),
        ("carriage returns", b"data: a\r\rdata: b\r\r", &["a", "b"]),
        ("both", b"data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]),
        ("mixed", b"data: a\n\r\ndata: b\r\ndata: c\r\r", &["a", "b\nc"]),
        ("several data lines join with a line feed", b"data: a\ndata: b\ndata: c\n\n", &["a\nb\nc"]),
        ("no space after the colon", b"data:a\n\n", &["a"]),
        ("only one space is taken", b"data:  a\n\n", &[" a"]),
        ("a tab is not a space", b"data:\ta\n\n", &["\ta"]),
        ("colons in the value", b"data: a: b:c\n\n", &["a: b:c"]),
        ("byte order mark", b"\xEF\xBB\xBFdata: a\n\n", &["a"]),
        ("byte order mark before a blank line", b"\xEF\xBB\xBF\ndata: a\n\n", &["a"]),
        ("only the first mark is one", b"data: a\n\n\xEF\xBB\xBFdata: b\n\n", &["a"]),
        ("comments", b": ping\n:\ndata: a\n: in between\n\n: after\n\n", &["a"]),
        ("comment after an id", b"id: 1\n: ping\n\ndata: a\n\n", &["a"]),
        ("an empty data line is an event", b"data:\n\n", &[""]),
        ("and so is one without a colon", b"data\n\n", &[""]),
        ("two empty data lines", b"data\ndata\n\n", &["\n"]),
        ("keepalive in data", b"data: : keepalive\n\n", &[": keepalive"]),
        ("no data line, no event", b"event: keepalive\n\nid: 7\n\nretry: 10\n\n", &[]),
        ("blank lines", b"\n\n\r\r\n\ndata: a\n\n\n\n", &["a"]),
        ("a NUL in an id", b"id: \0\ndata: a\n\n", &["a"]),
        ("unknown and longer field names", b"datax: 1\nDATA: 2\n data: 3\ndata : 4\ndata: a\n\n", &["a"]),
        ("U+2028 and NEL end no line", "data: a\u{2028}b\u{85}c\n\n".as_bytes(), &["a\u{2028}b\u{85}c"]),
        ("an end without blank line, whole", b"data: {\"a\":1}", &["{\"a\":1}"]),
        ("the same with its line end", b"data: {\"a\":1}\n", &["{\"a\":1}"]),
        ("the same, NaN", b"data: {\"a\":NaN}\n", &["{\"a\":NaN}"]),
        ("the end mark without blank line", b"data: [DONE]", &["[DONE]"]),
        ("an end that was cut", b"data: {\"a\":1", &[]),
        ("a cut end mark", b"data: [DON", &[]),
        ("text at the end may have been cut", b"data: x\n\ndata: hello\n", &["x"]),
        ("an unfinished line that is no data", b"data: {}\nid: 4", &["{}"]),
        ("nothing", b"", &[]),
    ];
    for (about, body, expected) in cases {
        assert_eq!(data_of(body), *expected, "{about}");
    }
}

#[test]
fn event_names() {
    let body = b"event: error\ndata: 1\n\ndata: 2\n\nevent: lost\n\ndata: 3\n\nevent: a\nevent:b\ndata: 4\n\nevent: a\nevent\ndata: 5\n\n";
    let (events, _) = decode([body.as_slice()], LIMIT);
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_deref()).collect();
    assert_eq!(names, [Some(b"error".as_slice()), None, None, Some(b"b"), None]);
}

#[test]
fn data_that_is_not_utf8_is_handed_on() {
    let (events, _) = decode([b"data: \xFF\xFE\n\n".as_slice()], LIMIT);
    assert_eq!(events, [(None, b"\xFF\xFE".to_vec())]);
}

#[test]
fn a_line_end_split_between_reads_is_one() {
    let pieces: [&[u8]; 5] = [b"data: a\r", b"", b"\ndata: b\r", b"\r", b"\ndata: c\n\n"];
    let (events, _) = decode(pieces, LIMIT);
    let data: Vec<_> = events.iter().map(|(_, data)| data.as_slice()).collect();
    assert_eq!(data, [b"a\nb".as_slice(), b"c"]);
}

#[test]
fn an_event_is_ready_at_its_last_byte() {
    let mut decoder = SseDecoder::new(LIMIT);
    decoder.push(Bytes::from_static(b"data: a\r\n")).unwrap();
    assert_eq!(decoder.next_event(), None);
    decoder.push(Bytes::from_static(b"\r")).unwrap();
    assert_eq!(decoder.next_event().unwrap().data, "a");
}

#[test]
fn data_within_one_chunk_is_not_copied() {
    let mut decoder = SseDecoder::new(LIMIT);
    let chunk = Bytes::from(b"data: first\n\ndata: second\n\n".to_vec());
    decoder.push(chunk.clone()).unwrap();
    let memory = chunk.as_ptr_range();
    for expected in ["first", "second"] {
        let event = decoder.next_event().unwrap();
        assert_eq!(event.data, expected);
        assert!(memory.contains(&event.data.as_ptr()), "{expected} was copied");
    }
}

#[test]
fn finish_hands_out_what_was_not_taken() {
    let mut decoder = SseDecoder::new(LIMIT);
    decoder.push(Bytes::from_static(b"data: a\n\ndata: [DONE]")).unwrap();
    assert_eq!(decoder.finish().unwrap().data, "a");
    assert_eq!(decoder.finish().unwrap().data, "[DONE]");
    assert_eq!(decoder.finish(), None);
}

#[test]
fn the_limit_holds_for_data_names_lines_and_comments() {
    // Each is exactly 20 bytes of what the limit counts: data and name so far, and the line being read.
    let at_the_limit: &[&[u8]] = &[
        b"data: 12345678901234\n\n",
        b"data: 123\ndata: 12345678901\n\n",
        b"data: 1\ndata: 2\ndata: 12345678901\n\n",
        b"event: 123\ndata: 12345678901\n\n",
        b": 123456789012345678\ndata: a\n\n",
    ];
    for body in at_the_limit {
        let (events, outcome) = decode([*body], 20);
        assert_eq!((events.len(), outcome), (1, Ok(())), "{}", String::from_utf8_lossy(body));
        let error = Err(EventTooLarge { limit: 19 });
        for size in 1..=body.len() {
            let (events, outcome) = decode(body.chunks(size), 19);
            assert_eq!((events.len(), outcome), (0, error), "{} by {size}", String::from_utf8_lossy(body));
        }
    }
}

#[test]
fn the_limit_is_per_event_and_final() {
    let mut decoder = SseDecoder::new(10);
    decoder.push(Bytes::from_static(b"data: a\n\nevent: b\n\n: comment\ndata: c\n\n")).unwrap();
    assert!(decoder.push(Bytes::from_static(b"data: d\n\ndata: too long\n\ndata: e\n\n")).is_err());
    let error = decoder.push(Bytes::from_static(b"\n")).unwrap_err();
    assert_eq!(error.to_string(), "an event of the stream is larger than 10 bytes; raise max_event_bytes to accept it");
    let data: Vec<_> = std::iter::from_fn(|| decoder.next_event()).map(|event| event.data).collect();
    assert_eq!(data, ["a", "c", "d"]);
    assert_eq!(decoder.finish(), None);
}

#[test]
fn nothing_is_left_of_an_event_that_was_too_large() {
    let mut decoder = SseDecoder::new(9);
    assert!(decoder.push(Bytes::from_static(b"data: {}\ndata: [1, 2, 3]")).is_err());
    assert_eq!(decoder.finish(), None);
}

#[test]
fn megabytes_in_small_pieces() {
    let text = "x".repeat(4 << 20);
    let body = format!("data: {text}\n\n");
    let (events, outcome) = decode(body.as_bytes().chunks(32), 16 << 20);
    assert_eq!(outcome, Ok(()));
    assert_eq!(events, [(None, text.into_bytes())]);
}

/// Bodies dense in what the format treats specially.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        4 => Just(b"\n".to_vec()),
        2 => Just(b"\r".to_vec()),
        2 => Just(b"\r\n".to_vec()),
        4 => Just(b"data: ".to_vec()),
        1 => Just(b"data".to_vec()),
        1 => Just(b"event:".to_vec()),
        1 => Just(b"id: \0".to_vec()),
        1 => Just(b": ping".to_vec()),
        1 => Just(b" ".to_vec()),
        1 => Just(b"\xEF\xBB\xBF".to_vec()),
        1 => Just(b"[DONE]".to_vec()),
        1 => Just(br#"{"a":"\n"}"#.to_vec()),
        1 => Just("é\u{2028}".as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ];
    proptest::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

/// Cuts `body` at the given places.
fn cut<'a>(body: &'a [u8], places: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut ends: Vec<usize> = places.iter().map(|place| place.index(body.len() + 1)).collect();
    ends.push(body.len());
    ends.sort_unstable();
    let starts = std::iter::once(0).chain(ends.clone());
    starts.zip(ends).map(|(from, to)| &body[from..to]).collect()
}

proptest! {
    #[test]
    fn agrees_with_the_reference_however_the_body_is_cut(
        body in body(), places in proptest::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let expected = reference(&body);
        prop_assert_eq!(&decode([body.as_slice()], LIMIT).0, &expected);
        prop_assert_eq!(&decode(body.chunks(1), LIMIT).0, &expected);
        prop_assert_eq!(&decode(cut(&body, &places), LIMIT).0, &expected);
    }

    #[test]
    fn the_limit_does_not_depend_on_the_cut(
        body in body(), limit in 0usize..40, places in proptest::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let expected = decode([body.as_slice()], limit);
        prop_assert_eq!(&decode(body.chunks(1), limit), &expected);
        prop_assert_eq!(&decode(cut(&body, &places), limit), &expected);
    }
}
