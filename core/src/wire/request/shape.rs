//! Shapes that serde's derive reads too kindly: it takes a list for a struct, by position.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::Part;
use super::responses::Item;

/// A `T` from an object, and from nothing else.
pub(super) struct Object<T>(pub(super) T);

/// A message's content.
pub(super) enum Content<'a> {
    Text,
    Parts(Vec<Object<Part<'a>>>),
}

/// What a response is asked for.
pub(super) enum Input<'a> {
    Text { empty: bool },
    Items(Vec<Object<Item<'a>>>),
}

/// Where to stop: a text or a list of texts.
pub(super) struct Stop;

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ContentVisitor;
        impl<'de> Visitor<'de> for ContentVisitor {
            type Value = Content<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string or an array of parts")
            }

            fn visit_str<E: Error>(self, _: &str) -> Result<Content<'de>, E> {
                Ok(Content::Text)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<Content<'de>, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(parts)).map(Content::Parts)
            }
        }
        deserializer.deserialize_any(ContentVisitor)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Input<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InputVisitor;
        impl<'de> Visitor<'de> for InputVisitor {
            type Value = Input<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string or an array of items")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Input<'de>, E> {
                Ok(Input::Text { empty: text.is_empty() })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Input<'de>, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(Input::Items)
            }
        }
        deserializer.deserialize_any(InputVisitor)
    }
}

impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StopVisitor;
        impl<'de> Visitor<'de> for StopVisitor {
            type Value = Stop;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string or an array of strings")
            }

            fn visit_str<E: Error>(self, _: &str) -> Result<Stop, E> {
                Ok(Stop)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, texts: A) -> Result<Stop, A::Error> {
                Vec::<Cow<'de, str>>::deserialize(SeqAccessDeserializer::new(texts)).map(|_| Stop)
            }
        }
        deserializer.deserialize_any(StopVisitor)
    }
}
